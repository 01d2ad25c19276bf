--[[
Note that a key of a vendor failed, and stop the vendor, or one model there, where enough of its keys did within the window.

KEYS
  failures  zset: key and model → when it failed last
  stops     hash: kind and model → until when
ARGV
  key        string
  model      string   empty: the trouble is not of one model alone
  kind       string
  windowMs   integer
  threshold  integer  keys that make it the vendor's trouble
  stopMs     integer
RETURNS
  nowMs         integer
  stopped       integer  1: stopped by this failure, or still is
  stoppedUntil  integer  0 where it is not
  keys          json<string[]>  that failed within the window
]]
--#include server-time

local now = serverTimeMs()
redis.call('ZADD', failures, now, key .. ' ' .. model)
redis.call('ZREMRANGEBYSCORE', failures, '-inf', now - windowMs)
redis.call('PEXPIRE', failures, windowMs)
local failed = {}
for _, member in ipairs(redis.call('ZRANGE', failures, 0, -1)) do
  local failedKey, failedModel = string.match(member, '^(%S+) (.*)$')
  if failedModel == model then table.insert(failed, failedKey) end
end

local field = kind .. ' ' .. model
local untilMs = tonumber(redis.call('HGET', stops, field) or 0)
if #failed >= threshold and untilMs <= now then
  untilMs = now + stopMs
  redis.call('HSET', stops, field, untilMs)
  redis.call('PEXPIRE', stops, math.max(redis.call('PTTL', stops), stopMs * 2))
end
if untilMs <= now then untilMs = 0 end
return { now, untilMs > 0 and 1 or 0, untilMs, cjson.encode(failed) }
