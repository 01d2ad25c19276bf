--[[
Append the event of a request and close its open record. Refused where the stream has no room, unless the request was open.

KEYS
  events   stream of usage events
  open     zset: requests without their event, by the end of their lease
  records  hash: request → the event to write if its proxy dies
ARGV
  request  string
  event    bytes
  most     integer  entries of the stream and open requests together; -1: not bounded
RETURNS
  id  string  of the entry; empty where there was no room
]]
--#include stream-room

if not hasPlace(events, open, request, most) then return { '' } end
redis.call('ZREM', open, request)
redis.call('HDEL', records, request)
return { redis.call('XADD', events, '*', 'request', request, 'event', event) }
