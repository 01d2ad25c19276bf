--[[
Append the event of a request and close its open record. Refused where the stream has no room, unless the request was open, and where
it comes so late that its sender has given it up and told the caller so.

KEYS
  events   stream of usage events
  open     zset: requests without their event, by the end of their lease
  records  hash: request → the event to write if its proxy dies
ARGV
  request  string
  event    bytes
  most     integer  entries of the stream and open requests together; -1: not bounded
  untilMs  integer  the last moment at which it may be appended; -1: any
RETURNS
  verdict  string   appended, full or late
  nowMs    integer
  id       string   of the entry; empty where there is none
BATCHED
]]
--#include server-time
--#include stream-room

local now = serverTimeMs()

--#each
if untilMs >= 0 and now > untilMs then return { 'late', now, '' } end
-- An open one has had its place since it was opened.
if redis.call('ZREM', open, request) == 0 then
  if not hasRoom(events, open, most) then return { 'full', now, '' } end
  taken = taken + 1
end
redis.call('HDEL', records, request)
return { 'appended', now, redis.call('XADD', events, '*', 'request', request, 'event', event) }
