--[[
Take a message out once it was delivered or given up, or put it off after a delivery that failed.

KEYS
  due       zset of messages by the time they are due
  attempts  hash: message → deliveries that failed
ARGV
  message  string
  againMs  integer  from now; 0: it is done
RETURNS
  failed  integer  deliveries that failed
]]
--#include server-time

if againMs == 0 then
  redis.call('ZREM', due, message)
  redis.call('HDEL', attempts, message)
  return { 0 }
end
-- Somebody else may have settled it.
if redis.call('ZADD', due, 'XX', 'CH', serverTimeMs() + againMs, message) == 0 then return { 0 } end
return { redis.call('HINCRBY', attempts, message, 1) }
