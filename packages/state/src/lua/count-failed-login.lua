--[[
Count one failed login; the first of a window opens it.

KEYS
  failures  string, present while the window lasts
ARGV
  windowMs  integer
RETURNS
  count  integer
]]
local count = redis.call('INCR', failures)
if count == 1 then
  redis.call('PEXPIRE', failures, windowMs)
end
return { count }
