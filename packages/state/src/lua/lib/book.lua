--#include counters
--#include reservations
-- What is counted of a user or a key, and what is reserved of it: the views of the keys that all functions of limits have in common.
local counted = hashView(counters, counterFrom, counterText)
local reserved = hashView(reservations, cmsgpack.unpack, cmsgpack.pack)
local leased = zsetView(leases)
-- Few need it: reservations whose lease ran out.
local over

-- Reads the counters of all these, each of which begins with the name of its limit.
local function lookAt(parts)
  local names = {}
  for i = 1, #parts do
    if counted[ENTRIES][parts[i][1]] == nil then names[#names + 1] = parts[i][1] end
  end
  if #names > 0 then look(counted, names) end
end

-- Puts what was really spent in the place of what was reserved, or of what was taken to be spent before; in a window that is over
-- nothing changes.
local function correct(held, spent, stillReserved, spentBefore)
  lookAt(held)
  for i = 1, #held do
    local limit, metric, start, amount = unpack(held[i])
    local counter = counted[ENTRIES][limit]
    if counter and counter[START_OF] == start then
      local before = spentBefore and spentBefore[metric] or stillReserved and amount or 0
      counter[TAKEN] = math.max(0, counter[TAKEN] + spent[metric] - before)
      put(counted, limit, counter)
    end
  end
end

local function putOver(id, untilMs)
  over = over or zsetView(swept)
  put(over, id, untilMs)
end

local function keepBook()
  keep(counted)
  keep(reserved)
  keep(leased)
  if over then keep(over) end
end
