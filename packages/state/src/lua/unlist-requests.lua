--[[
Take the oldest requests out of the log, and forget those that were taken out long ago. Between the two an entry stays as the mark that its
request was counted: at least as long as the usage stream still has an event from before it was taken out, which may be delivered again.

KEYS
  log       zset of index rows; the score is the time of admission in ms
  unlisted  zset of request ids; the score is when they left the log, in ms
  entries   hash: request id → rank, a line feed, the event
  events    the usage stream
  from      the moment in ms from which on the log is whole
ARGV
  drop      integer  how many of the oldest leave the log
  markedMs  integer  how long a mark stays
  most      integer  marks to forget in one call
RETURNS
  unlisted   integer
  forgotten  integer
]]
--#include server-time

local now = serverTimeMs()
local rows = {}
if drop > 0 then
  rows = redis.call('ZPOPMIN', log, drop)
end
if #rows > 0 then
  local after = tonumber(rows[#rows]) + 1
  redis.call('SET', from, string.format('%.0f', math.max(after, tonumber(redis.call('GET', from) or 0))))
end
for at = 1, #rows, 2 do
  redis.call('ZADD', unlisted, now, cjson.decode(rows[at])[1])
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
return { #rows / 2, #marks }
