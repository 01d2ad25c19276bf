--[[
Hand out messages that are due, no more to one webhook at once than it may have. Each goes to one taker, and to another only if the first has
not settled it in time.

KEYS
  due       zset of messages by the time they are due
  attempts  hash: message → deliveries that failed
ARGV
  most      integer
  leaseMs   integer  time that a taker has
  mostEach  integer  messages of one webhook that a taker may have
  underWay  json<string[]>  the webhook of each message that the taker has already
RETURNS
  messages  string[]
  failed    integer[]  deliveries of each that failed before
]]
--#include server-time

-- Messages looked at in one go.
local CHUNK = 500

local now = serverTimeMs()
local has = {}
for _, webhook in ipairs(underWay) do has[webhook] = (has[webhook] or 0) + 1 end

local messages, seen = {}, 0
repeat
  local some = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', seen, CHUNK)
  for _, message in ipairs(some) do
    local webhook = string.match(message, '^%S+ %S+ (%S+)$')
    local count = webhook and has[webhook] or 0
    if #messages < most and count < mostEach then
      table.insert(messages, message)
      if webhook then has[webhook] = count + 1 end
    end
  end
  seen = seen + #some
until #some < CHUNK or #messages >= most

local failed = {}
for index, message in ipairs(messages) do
  redis.call('ZADD', due, now + leaseMs, message)
  failed[index] = tonumber(redis.call('HGET', attempts, message) or 0)
end
return { messages, failed }
