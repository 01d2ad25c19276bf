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

local counted, added = hashView(counters, counterFrom, counterText), 0
for _, entry in ipairs(carried) do
  local limit, value = entry[1], entry[2]
  local start, taken = unpack(counterFrom(value) or {})
  local there = entryAt(counted, limit)
  if start and (not there or start > there[START_OF]) then there = { start, 0, start, 0 } end
  if start and start == there[START_OF] then
    put(counted, limit, { start, there[TAKEN] + taken, there[SINCE], there[CARRIED] + taken })
    added = added + 1
  end
end
keep(counted)
return { added }
