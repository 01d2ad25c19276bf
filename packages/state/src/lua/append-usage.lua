--[[
Append the event of a request and close its open record.

KEYS
  events   stream of usage events
  open     zset: requests without their event, by the end of their lease
  records  hash: request → the event to write if its proxy dies
ARGV
  request  string
  event    bytes
RETURNS
  id  string  of the entry
]]
redis.call('ZREM', open, request)
redis.call('HDEL', records, request)
return { redis.call('XADD', events, '*', 'request', request, 'event', event) }
