--[[
Put one message for each receiver in the place of the message that all of them get. Done twice, it is done once.

KEYS
  due  zset of messages by the time they are due
ARGV
  message    string
  receivers  json<string[]>
  mostDue    integer  beyond that nothing is added
RETURNS
  added  integer
]]
--#include server-time

local now = serverTimeMs()
local added = 0
if redis.call('ZCARD', due) + #receivers <= mostDue then
  for _, receiver in ipairs(receivers) do
    added = added + redis.call('ZADD', due, 'NX', now, message .. ' ' .. receiver)
  end
end
redis.call('ZREM', due, message)
return { added }
