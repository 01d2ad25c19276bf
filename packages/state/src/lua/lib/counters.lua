-- A counter is `<start of its window>:<taken>:<since>:<carried>`. Taken is what was used and what is reserved together; since is when it
-- counted for the first time in this window; carried is the part that came along from another quota group.
local function counterAt(value)
  if not value then return 0, 0, 0, 0 end
  local start, taken, since, carried = string.match(value, '^(%d+):(%d+):(%d+):(%d+)$')
  return tonumber(start), tonumber(taken), tonumber(since), tonumber(carried)
end

-- `..` would round at 14 digits; nano-dollars have 16.
local function counterText(start, taken, since, carried)
  return string.format('%.0f:%.0f:%.0f:%.0f', start, math.max(0, taken), since, carried)
end

local function namesOf(entries)
  local names = {}
  for i, entry in ipairs(entries) do names[i] = entry[1] end
  return names
end

-- What a reservation is: { { { limit, metric, start, reserved }, … }, generation, model, { what it drains of learned limits, … } }, and
-- where it was settled for the time being, what it spent and the rank of the event that told it.
local HELD, GENERATION_THEN, MODEL_THEN, DRAINS_THEN, SPENT_THEN, RANK_THEN = 1, 2, 3, 4, 5, 6
-- Longer than any event waits in the usage stream: a late one must still find what it has to settle.
local SETTLED_FOR_MS = 7 * 24 * 3600 * 1000

-- Puts what was really spent in the place of what was reserved, or of what was taken to be spent before; in a window that is over
-- nothing changes.
local function correct(counters, held, spent, stillReserved, spentBefore)
  if #held == 0 then return end
  local values = redis.call('HMGET', counters, unpack(namesOf(held)))
  local changes = {}
  for i, part in ipairs(held) do
    local start, taken, since, carried = counterAt(values[i])
    if start == part[3] then
      table.insert(changes, part[1])
      local before = spentBefore and spentBefore[part[2]] or stillReserved and part[4] or 0
      taken = taken + spent[part[2]] - before
      table.insert(changes, counterText(start, taken, since, carried))
    end
  end
  if #changes > 0 then redis.call('HSET', counters, unpack(changes)) end
end

-- Gives the reservation that this ends, or nil where it was ended before or never made. With a rank it is ended for the time being:
-- who comes with a higher one, or with none, puts what was spent by then in its place.
local function settle(counters, reservations, leases, swept, id, spent, rank, now)
  local packed = redis.call('HGET', reservations, id)
  if not packed then return nil end
  local reservation = cmsgpack.unpack(packed)
  if rank and reservation[RANK_THEN] and rank < reservation[RANK_THEN] then return nil end
  local stillReserved = redis.call('ZREM', leases, id) == 1
  correct(counters, reservation[HELD], spent, stillReserved, reservation[SPENT_THEN])
  if rank then
    reservation[SPENT_THEN], reservation[RANK_THEN] = spent, rank
    redis.call('HSET', reservations, id, cmsgpack.pack(reservation))
    redis.call('ZADD', swept, now + SETTLED_FOR_MS, id)
  else
    redis.call('HDEL', reservations, id)
    redis.call('ZREM', swept, id)
  end
  return reservation
end
