--#include sweep

-- The places in an asked window.
local LIMIT, METRIC, AMOUNT, START, FINISH, NEXT_FINISH, ENFORCE = 1, 2, 3, 4, 5, 6, 7
-- The places in a window as it stands.
local ASK, COUNTER, ENDS = 1, 2, 3

local standings = {}

-- The asked windows as they stand, each with its counter; nil where the asker's clock was off by a window. Found once for all calls that
-- ask for the same ones.
local function standing(now, asks)
  if standings[asks] then return standings[asks] end
  lookAt(asks)
  local found = {}
  for i = 1, #asks do
    local ask = asks[i]
    if now < ask[START] or now >= ask[NEXT_FINISH] then return nil end
    local start, finish = ask[START], ask[FINISH]
    if now >= finish then start, finish = finish, ask[NEXT_FINISH] end
    local counter = counted[ENTRIES][ask[LIMIT]]
    -- Redis' clock may step back; what was counted ahead of it must not be lost.
    if not counter or counter[START_OF] < start then
      counter = { start, 0, now, 0 }
      -- For all who ask for this limit, though it is written only when one of them takes of it.
      counted[ENTRIES][ask[LIMIT]] = counter
    end
    found[i] = { ask, counter, finish }
  end
  standings[asks] = found
  return found
end

-- The limit without room that keeps the attempt away the longest; nil where all have room.
local function refusing(windows, takes)
  local longest
  for i = 1, #windows do
    local window = windows[i]
    local ask = window[ASK]
    local isFull = ask[ENFORCE] and window[COUNTER][TAKEN] + takes[ask[METRIC]] > ask[AMOUNT]
    if isFull and not (longest and longest[ENDS] >= window[ENDS]) then longest = window end
  end
  return longest
end

-- What is left of each, and the limits that only count and have been overdrawn.
local function figuresOf(windows)
  local remaining, overdrawn = {}, {}
  for i = 1, #windows do
    local ask, taken = windows[i][ASK], windows[i][COUNTER][TAKEN]
    remaining[i] = math.max(0, ask[AMOUNT] - taken)
    if not ask[ENFORCE] and taken > ask[AMOUNT] then overdrawn[#overdrawn + 1] = ask[LIMIT] end
  end
  return remaining, overdrawn
end

-- How many leases have not run out, by what lies in Redis.
local function inFlightAt(now)
  return redis.call('ZCOUNT', leases, '(' .. wholeText(now), '+inf')
end
