--[[
Write down a request before it is served, so that it gets its event even if its proxy dies.

KEYS
  open     zset: requests without their event, by the end of their lease
  records  hash: request → the event to write if its proxy dies
ARGV
  request  string
  leaseMs  integer
  record   bytes
RETURNS
  nowMs  integer
]]
--#include server-time

local now = serverTimeMs()
redis.call('ZADD', open, now + leaseMs, request)
redis.call('HSET', records, request, record)
return { now }
