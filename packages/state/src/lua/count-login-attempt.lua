--[[
Count one attempt to sign in; the first of a window opens it.

KEYS
  counter  string, present while the window lasts
ARGV
  windowMs  integer
RETURNS
  attempts  integer
  endsInMs  integer
]]
local attempts = redis.call('INCR', counter)
if attempts == 1 then
  redis.call('PEXPIRE', counter, windowMs)
end
return { attempts, redis.call('PTTL', counter) }
