--#include book
local SWEEP_MAX = 16

-- Refunds what the dead hold. Their reservations stay, marked as swept, so that a late event still counts once. Says whether there were any.
local function sweep(now)
  local expired = redis.call('ZRANGEBYSCORE', leases, '-inf', wholeText(now), 'LIMIT', '0', SWEEP_MAX)
  if #expired == 0 then return false end
  for _, id in ipairs(expired) do
    put(leased, id, false)
    local reservation = entryAt(reserved, id)
    if reservation then
      correct(reservation[HELD], { requests = 0, tokens = 0, cost = 0 }, true)
      putOver(id, now + SETTLED_FOR_MS)
    end
  end
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', swept, '-inf', wholeText(now), 'LIMIT', '0', SWEEP_MAX)) do
    putOver(id, false)
    put(reserved, id, false)
  end
  return true
end
