--[[
How many requests the log lists, and the oldest of them: both at one moment, so that what somebody else takes out meanwhile is in neither.

KEYS
  log  zset of index rows; the score is the time of admission in ms
ARGV
  most  integer
RETURNS
  listed  integer
  oldest  string[]  row and time of admission in turn, the oldest first
]]

return { redis.call('ZCARD', log), redis.call('ZRANGE', log, 0, most - 1, 'WITHSCORES') }
