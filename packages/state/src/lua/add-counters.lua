--[[
Add what was counted elsewhere, for a key that moves to another quota group. Of two windows the later one holds.

KEYS
  counters  hash: limit → counter
ARGV
  carried  json<CarriedCounter[]>
RETURNS
  added  integer  counters that changed
]]
--#include counters

local added = 0
for _, entry in ipairs(carried) do
  local limit, value = entry[1], entry[2]
  local start, taken = counterAt(value)
  local thereStart, thereTaken, since, carriedBefore = counterAt(redis.call('HGET', counters, limit))
  if start > thereStart then thereTaken, since, carriedBefore = 0, start, 0 end
  if start >= thereStart then
    redis.call('HSET', counters, limit, counterText(start, taken + thereTaken, since, taken + carriedBefore))
    added = added + 1
  end
end
return { added }
