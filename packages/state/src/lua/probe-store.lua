--[[
Write something that nobody needs, as every function that counts must be able to.

KEYS
  probe  string
ARGV
  keptMs  integer
RETURNS
  written  integer  1
]]
redis.call('SET', probe, '', 'PX', keptMs)
return { 1 }
