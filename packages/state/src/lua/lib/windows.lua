--#include sweep

-- The places in an asked window.
local LIMIT, METRIC, AMOUNT, RESERVE, START, FINISH, NEXT_FINISH, ENFORCE = 1, 2, 3, 4, 5, 6, 7, 8

local function windowAt(now, ask)
  if now < ask[START] then return nil end
  if now < ask[FINISH] then return ask[START], ask[FINISH] end
  if now < ask[NEXT_FINISH] then return ask[FINISH], ask[NEXT_FINISH] end
  return nil
end

-- The asked windows as they stand: { ask, start, finish, taken, since, carried } each; nil where the asker's clock was off by a window.
local function standing(now, counters, asks)
  local found = {}
  if #asks == 0 then return found end
  local values = redis.call('HMGET', counters, unpack(namesOf(asks)))
  for i, ask in ipairs(asks) do
    local start, finish = windowAt(now, ask)
    if not start then return nil end
    local counted, taken, since, carried = counterAt(values[i])
    -- Redis' clock may step back; what was counted ahead of it must not be lost.
    if counted < start then taken, since, carried = 0, now, 0 else start = counted end
    found[i] = { ask = ask, start = start, finish = finish, taken = taken, since = since, carried = carried }
  end
  return found
end

-- The limit without room that keeps the attempt away the longest; nil where all have room.
local function refusing(windows)
  local longest
  for _, window in ipairs(windows) do
    local ask = window.ask
    local isFull = ask[ENFORCE] and window.taken + ask[RESERVE] > ask[AMOUNT]
    if isFull and not (longest and longest.finish >= window.finish) then longest = window end
  end
  return longest
end

local function take(counters, reservations, leases, id, leaseEnd, windows, generation, model, drains)
  local held, changes = {}, {}
  for i, window in ipairs(windows) do
    local ask = window.ask
    window.taken = window.taken + ask[RESERVE]
    held[i] = { ask[LIMIT], ask[METRIC], window.start, ask[RESERVE] }
    changes[2 * i - 1] = ask[LIMIT]
    changes[2 * i] = counterText(window.start, window.taken, window.since, window.carried)
  end
  if #changes > 0 then redis.call('HSET', counters, unpack(changes)) end
  redis.call('HSET', reservations, id, cmsgpack.pack({ held, generation, model, drains }))
  redis.call('ZADD', leases, leaseEnd, id)
end

local function remainingOf(windows)
  local remaining, resets = {}, {}
  for i, window in ipairs(windows) do
    remaining[i] = math.max(0, window.ask[AMOUNT] - window.taken)
    resets[i] = window.finish
  end
  return remaining, resets
end

-- The limits that only count and have been overdrawn: by the windows as they stand after taking.
local function overdrawnOf(windows)
  local names = {}
  for _, window in ipairs(windows) do
    if not window.ask[ENFORCE] and window.taken > window.ask[AMOUNT] then table.insert(names, window.ask[LIMIT]) end
  end
  return names
end

local function inFlightAt(now, leases)
  return redis.call('ZCOUNT', leases, '(' .. now, '+inf')
end
