--[[
Take the right to rotate the master key, or keep it a while longer. One has it at a time.

KEYS
  lease  string: who rotates
ARGV
  holder   string
  leaseMs  integer  it ends after this unless it is held again
RETURNS
  held        integer
  freeInMs    integer  where another has it: when it ends unless it is kept; else 0
]]
local owner = redis.call('GET', lease)
if owner and owner ~= holder then
  return { 0, redis.call('PTTL', lease) }
end
redis.call('SET', lease, holder, 'PX', leaseMs)
return { 1, 0 }
