--[[
What can be said of a stored session without opening it.

KEYS
  turns  list of encrypted pieces, the newest last
  meta   hash: sealed, startedAt, updatedAt, marks, bytes
RETURNS
  parts      integer  stored; 0 where there is no such session
  startedMs  integer  Unix ms; 0 where it is not known
  updatedMs  integer  Unix ms
  expiresMs  integer  Unix ms
]]
--#include server-time

local times = redis.call('HMGET', meta, 'startedAt', 'updatedAt')
local leftMs = math.max(0, redis.call('PTTL', turns))
return { redis.call('LLEN', turns), tonumber(times[1] or 0), tonumber(times[2] or 0), serverTimeMs() + leftMs }
