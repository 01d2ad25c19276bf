--[[
Give the right to rotate the master key back.

KEYS
  lease  string: who rotates
ARGV
  holder  string
RETURNS
  ended  integer
]]
if redis.call('GET', lease) ~= holder then
  return { 0 }
end
return { redis.call('DEL', lease) }
