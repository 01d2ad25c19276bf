--[[
Note that a key of a vendor failed, and stop the vendor where enough of its keys did within the window.

KEYS
  failures  zset: key → when it failed last
  stops     hash: kind → until when attempts there are stopped
ARGV
  key        string
  kind       string
  windowMs   integer
  threshold  integer  keys that make it the vendor's trouble
  stopMs     integer
RETURNS
  nowMs         integer
  stopped       integer  1: the vendor is stopped by this failure, or still is
  stoppedUntil  integer  0 where it is not
  keys          json<string[]>  that failed within the window
]]
--#include server-time

local now = serverTimeMs()
redis.call('ZADD', failures, now, key)
redis.call('ZREMRANGEBYSCORE', failures, '-inf', now - windowMs)
redis.call('PEXPIRE', failures, windowMs)
local failed = redis.call('ZRANGE', failures, 0, -1)

local untilMs = tonumber(redis.call('HGET', stops, kind) or 0)
if #failed >= threshold and untilMs <= now then
  untilMs = now + stopMs
  redis.call('HSET', stops, kind, untilMs)
  redis.call('PEXPIRE', stops, stopMs * 2)
end
if untilMs <= now then untilMs = 0 end
return { now, untilMs > 0 and 1 or 0, untilMs, cjson.encode(failed) }
