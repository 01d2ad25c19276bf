--[[
Take the oldest requests out of the log, up to a place in it, and forget those that were taken out long ago. Between the two an entry stays
as the mark that its request was counted: at least as long as the usage stream still has an event from before it was taken out, which may be
delivered again. The place says what goes, not a number: who does the same at the same time takes out nothing more.

KEYS
  log       zset of index rows; the score is the time of admission in ms
  unlisted  zset of request ids; the score is when they left the log, in ms
  entries   hash: request id → rank, a line feed, the event
  events    the usage stream
  from      the moment in ms from which on the log is whole
ARGV
  beforeMs  integer         requests admitted before this leave the log
  andThen   json<string[]>  and of those admitted at it, these requests
  markedMs  integer         how long a mark stays
  most      integer         requests to take out, and marks to forget, in one call
RETURNS
  unlisted   integer
  forgotten  integer
]]
--#include server-time

local now = serverTimeMs()
local goes = {}
for _, request in ipairs(andThen) do goes[request] = true end
local upToMs = string.format('%.0f', beforeMs)
local rows, gone = redis.call('ZRANGEBYSCORE', log, '-inf', upToMs, 'WITHSCORES', 'LIMIT', 0, most), 0
for at = 1, #rows, 2 do
  local request = cjson.decode(rows[at])[1]
  if tonumber(rows[at + 1]) == beforeMs and not goes[request] then break end
  redis.call('ZADD', unlisted, now, request)
  gone = gone + 1
end
if gone > 0 then
  redis.call('ZREMRANGEBYRANK', log, 0, gone - 1)
  local after = tonumber(rows[2 * gone]) + 1
  redis.call('SET', from, string.format('%.0f', math.max(after, tonumber(redis.call('GET', from) or 0))))
end

local oldest = redis.call('XRANGE', events, '-', '+', 'COUNT', 1)[1]
local before = now - markedMs
if oldest then
  before = math.min(before, tonumber(string.match(oldest[1], '^%d+')) - 1)
end
local marks = redis.call('ZRANGEBYSCORE', unlisted, '-inf', before, 'LIMIT', 0, most)
for _, request in ipairs(marks) do
  redis.call('HDEL', entries, request)
  redis.call('ZREM', unlisted, request)
end
return { gone, #marks }
