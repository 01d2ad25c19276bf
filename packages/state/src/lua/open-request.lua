--[[
Write down a request before it is served, so that it gets its event even if its proxy dies. Refused where the stream has no room for that
event: every open request has a place in it.

KEYS
  events   stream of usage events
  open     zset: requests without their event, by the end of their lease
  records  hash: request → the event to write if its proxy dies
ARGV
  request  string
  leaseMs  integer
  record   bytes
  most     integer  entries of the stream and open requests together; -1: not bounded
RETURNS
  verdict  string   opened or full
  nowMs    integer
BATCHED
]]
--#include server-time
--#include whole-text
--#include stream-room

local now = serverTimeMs()

--#each
if not hasRoom(events, open, most) and not redis.call('ZSCORE', open, request) then return { 'full', now } end
taken = taken + redis.call('ZADD', open, wholeText(now + leaseMs), request)
redis.call('HSET', records, request, record)
return { 'opened', now }
