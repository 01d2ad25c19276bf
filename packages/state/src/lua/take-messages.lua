--[[
Hand out messages that are due. Each goes to one taker, and to another only if the first has not settled it in time.

KEYS
  due       zset of messages by the time they are due
  attempts  hash: message → deliveries that failed
ARGV
  most     integer
  leaseMs  integer  time that a taker has
RETURNS
  messages  string[]
  failed    integer[]  deliveries of each that failed before
]]
--#include server-time

local now = serverTimeMs()
local messages = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, most)
local failed = {}
for index, message in ipairs(messages) do
  redis.call('ZADD', due, now + leaseMs, message)
  failed[index] = tonumber(redis.call('HGET', attempts, message) or 0)
end
return { messages, failed }
