--#include windows
local begun = 0

-- Takes what is asked of each window, in a reservation that a lease will end.
local function reserve(now, id, leaseMs, windows, takes, generation, model, drains)
  local held = {}
  for i = 1, #windows do
    local ask, counter = windows[i][ASK], windows[i][COUNTER]
    local amount = takes[ask[METRIC]]
    counter[TAKEN] = counter[TAKEN] + amount
    held[i] = { ask[LIMIT], ask[METRIC], counter[START_OF], amount }
    put(counted, ask[LIMIT], counter)
  end
  put(reserved, id, { held, generation, model, drains })
  put(leased, id, now + leaseMs)
  if leaseMs > 0 then begun = begun + 1 end
end
