--#include view
-- What a provider told of a limit, and what became of it since. Field of the hash: the name under which the provider counts a model,
-- empty for all models; value: a list of these. MOST 0: not told. LEFT false: not known; below 0 where more was used than was left.
-- AT is the moment of LEFT, RESET that of the whole limit (0: not known), DRAINED all that was ever taken, TELLINGS how often it was told.
local T_METRIC, T_PERIOD, T_REFILL, T_ZONE, MOST, LEFT, AT, RESET = 1, 2, 3, 4, 5, 6, 7, 8
local SOURCE, CONFIDENCE, TOLD, DRAINED, TELLINGS = 9, 10, 11, 12, 13
local LEARNED_FOR_MS = 7 * 24 * 3600 * 1000
local PERIOD_MS = { second = 1000, minute = 60000, hour = 3600000, day = 86400000 }

-- A calendar is { period, zone, start, finish, nextFinish } as the asker's clock sees it.
local function calendarAt(now, calendars, period, zone)
  for _, calendar in ipairs(calendars) do
    if calendar[1] == period and calendar[2] == zone and now >= calendar[3] and now < calendar[5] then
      if now < calendar[4] then return calendar[3], calendar[4] end
      return calendar[4], calendar[5]
    end
  end
  return nil
end

-- Brings back what came back until now.
local refills = {
  drip = function(limit, now)
    if limit[LEFT] then
      limit[LEFT] = math.min(limit[MOST], limit[LEFT] + math.max(0, now - limit[AT]) * limit[MOST] / PERIOD_MS[limit[T_PERIOD]])
      limit[RESET] = now + math.ceil((limit[MOST] - limit[LEFT]) * PERIOD_MS[limit[T_PERIOD]] / limit[MOST])
    end
  end,
  window = function(limit, now)
    if limit[RESET] > now then return end
    local length = PERIOD_MS[limit[T_PERIOD]]
    if limit[MOST] > 0 and limit[RESET] > 0 and length then
      limit[LEFT] = limit[MOST]
      limit[RESET] = limit[RESET] + length * (math.floor((now - limit[RESET]) / length) + 1)
    else
      limit[LEFT], limit[RESET] = false, 0
    end
  end,
  calendar = function(limit, now, calendars)
    local start, finish = calendarAt(now, calendars, limit[T_PERIOD], limit[T_ZONE])
    if not start then return end
    if limit[AT] < start then limit[LEFT] = limit[MOST] > 0 and limit[MOST] end
    limit[RESET] = finish
  end,
}

local function refill(limit, now, calendars)
  refills[limit[T_REFILL]](limit, now, calendars)
  limit[AT] = math.max(limit[AT], now)
end

-- The limits kept under a name, brought to now, without those told too long ago.
local function broughtTo(now, limits, calendars)
  local kept = {}
  for _, limit in ipairs(limits) do
    if now - limit[TOLD] < LEARNED_FOR_MS then
      refill(limit, now, calendars)
      kept[#kept + 1] = limit
    end
  end
  return kept
end

-- The limits that a call counted under a name falls into: { name, limits } of the key's own and of the model's.
local function learnedFor(now, told, name, calendars)
  if told[ENTRIES][''] == nil then look(told, { '', name }) end
  local found, ofKey, ofModel = {}, entryAt(told, ''), name ~= '' and entryAt(told, name)
  if ofKey then found[1] = { '', broughtTo(now, ofKey, calendars) } end
  if ofModel then found[#found + 1] = { name, broughtTo(now, ofModel, calendars) } end
  return found
end

-- When a limit has room for what is needed; nil where it has now. What is larger than the limit needs all of it.
local function roomAt(limit, now, need)
  if not limit[LEFT] then return nil end
  if limit[MOST] > 0 then need = math.min(need, limit[MOST]) end
  if need <= 0 or limit[LEFT] >= need then return nil end
  if limit[T_REFILL] ~= 'drip' then return limit[RESET] end
  return now + math.ceil((need - limit[LEFT]) * PERIOD_MS[limit[T_PERIOD]] / limit[MOST])
end

-- The limit without room that keeps the attempt away the longest, and until when; nil where all have room.
local function pacing(found, now, needs)
  local tightest, untilMs
  for _, entry in ipairs(found) do
    for _, limit in ipairs(entry[2]) do
      local at = roomAt(limit, now, needs[limit[T_METRIC]] or 0)
      if at and not (untilMs and untilMs >= at) then tightest, untilMs = limit, at end
    end
  end
  return tightest, untilMs
end

-- What an attempt drains: { name, metric, period, taken, reset, drained, tellings } each, for its settlement.
local D_NAME, D_METRIC, D_PERIOD, D_TAKEN, D_RESET, D_DRAINED, D_TELLINGS = 1, 2, 3, 4, 5, 6, 7
local function drain(told, found, needs)
  local drains = {}
  for _, entry in ipairs(found) do
    for _, limit in ipairs(entry[2]) do
      local taken = needs[limit[T_METRIC]] or 0
      if limit[LEFT] then limit[LEFT] = limit[LEFT] - taken end
      limit[DRAINED] = limit[DRAINED] + taken
      local at = { entry[1], limit[T_METRIC], limit[T_PERIOD], taken, limit[RESET], limit[DRAINED], limit[TELLINGS] }
      drains[#drains + 1] = at
    end
    put(told, entry[1], entry[2])
  end
  return drains
end

local function findLearned(limits, metric, period)
  for _, limit in ipairs(limits) do
    if limit[T_METRIC] == metric and limit[T_PERIOD] == period then return limit end
  end
  return nil
end
