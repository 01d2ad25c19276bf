--[[
Hand out requests whose proxy is gone. Each goes to one taker, and to another only if the first has not appended its event in time.

KEYS
  open     zset: requests without their event, by the end of their lease
  records  hash: request → the event to write if its proxy dies
ARGV
  most     integer
  leaseMs  integer  time that a taker has
RETURNS
  requests  string[]
  found     bytes[]
]]
--#include server-time

local now = serverTimeMs()
local requests, found = {}, {}
for _, request in ipairs(redis.call('ZRANGEBYSCORE', open, '-inf', now, 'LIMIT', 0, most)) do
  local record = redis.call('HGET', records, request)
  if record then
    redis.call('ZADD', open, now + leaseMs, request)
    table.insert(requests, request)
    table.insert(found, record)
  else
    redis.call('ZREM', open, request)
  end
end
return { requests, found }
