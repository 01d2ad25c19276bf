--#include server-time
--#include book
local now

-- Reads the reservations of all these, and the leases of those that have one. Most of what metering settles was settled before.
local function lookForReservations(ids)
  look(reserved, ids)
  local there = {}
  for i = 1, #ids do
    if reserved[ENTRIES][ids[i]] then there[#there + 1] = ids[i] end
  end
  if #there > 0 then look(leased, there) end
end

-- Gives the reservation that this ends, or nil where it was ended before or never made. With a rank it is ended for the time being:
-- who comes with a higher one, or with none, puts what was spent by then in its place.
local function settle(id, spent, rank)
  local reservation = entryAt(reserved, id)
  if not reservation then return nil end
  if rank and reservation[RANK_THEN] and rank < reservation[RANK_THEN] then return nil end
  local stillReserved = entryAt(leased, id)
  correct(reservation[HELD], spent, stillReserved, reservation[SPENT_THEN])
  if stillReserved then put(leased, id, false) end
  if rank then
    now = now or serverTimeMs()
    reservation[SPENT_THEN], reservation[RANK_THEN] = spent, rank
    put(reserved, id, reservation)
    putOver(id, now + SETTLED_FOR_MS)
  else
    put(reserved, id, false)
    -- Who has a lease was not swept.
    if not stillReserved then putOver(id, false) end
  end
  return reservation
end
