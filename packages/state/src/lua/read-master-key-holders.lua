--[[
The running controls, with the master keys that each has.

KEYS
  holders  zset: running controls and their keys, by when they count as gone in ms
RETURNS
  living  string[]
]]
--#include server-time

return { redis.call('ZRANGEBYSCORE', holders, '(' .. serverTimeMs(), '+inf') }
