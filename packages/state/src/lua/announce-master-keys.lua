--[[
Say which master keys a running control has. Whoever was not heard of in time is forgotten.

KEYS
  holders  zset: running controls and their keys, by when they count as gone in ms
ARGV
  holder   string   this control and its keys
  was      string   what it said before; empty the first time
  leaseMs  integer
RETURNS
  others  integer  controls that are known beside this one
]]
--#include server-time

local now = serverTimeMs()
redis.call('ZREMRANGEBYSCORE', holders, '-inf', now)
if was ~= '' and was ~= holder then
  redis.call('ZREM', holders, was)
end
redis.call('ZADD', holders, now + leaseMs, holder)
return { redis.call('ZCARD', holders) - 1 }
