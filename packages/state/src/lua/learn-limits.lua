--[[
Keep what a provider told of a key's limits. Newer answers win; what other attempts took since the one that was told is taken from it.

KEYS
  learned       hash: name under which the provider counts a model → its limits as told, and what is left
  reservations  hash: attempt → what it holds
  state         hash: suspension, run of failures and last use of this key
ARGV
  attempt    string   whose answer told it; empty where no attempt did
  ageMs      integer  since the answer
  told       json<ToldAsk[]>
  calendars  json<CalendarAsk[]>
RETURNS
  kept  integer  limits that were new or newer
]]
--#include server-time
--#include reservations
--#include learned
--#include change

local NAMES_MAX = 64

local now = serverTimeMs()
local toldAt = now - ageMs
local packed = redis.call('HGET', reservations, attempt)
local drains = packed and cmsgpack.unpack(packed)[DRAINS_THEN] or {}

local function takenSince(name, limit)
  for _, drained in ipairs(drains) do
    if drained[D_NAME] == name and drained[D_METRIC] == limit[T_METRIC] and drained[D_PERIOD] == limit[T_PERIOD] then
      return limit[DRAINED] - drained[D_DRAINED]
    end
  end
  return 0
end

-- Places in what is asked to be kept.
local A_NAME, A_METRIC, A_PERIOD, A_REFILL, A_ZONE, A_LIMIT, A_LEFT, A_RESET_IN, A_SOURCE, A_CONFIDENCE = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10

local function learn(name, limit, ask)
  if ask[A_LIMIT] >= 0 then limit[MOST] = ask[A_LIMIT] end
  limit[T_REFILL], limit[T_ZONE] = ask[A_REFILL], ask[A_ZONE]
  limit[SOURCE], limit[CONFIDENCE], limit[TOLD] = ask[A_SOURCE], ask[A_CONFIDENCE], toldAt
  limit[TELLINGS] = limit[TELLINGS] + 1
  if ask[A_RESET_IN] >= 0 then limit[RESET] = toldAt + ask[A_RESET_IN] end
  if ask[A_LEFT] >= 0 then
    -- An answer that told an error refused the others as well.
    local since = ask[A_SOURCE] == 'header' and takenSince(name, limit) or 0
    limit[LEFT], limit[AT] = ask[A_LEFT] - since, toldAt
  elseif not limit[LEFT] and limit[MOST] > 0 then
    limit[LEFT], limit[AT] = limit[MOST], toldAt
  end
  refill(limit, now, calendars)
end

local kept = 0
for _, ask in ipairs(told) do
  local name = ask[A_NAME]
  local before = redis.call('HGET', learned, name)
  local limits = broughtTo(now, before and cmsgpack.unpack(before) or {}, calendars)
  local limit = findLearned(limits, ask[A_METRIC], ask[A_PERIOD])
  if not limit then
    limit = { ask[A_METRIC], ask[A_PERIOD], ask[A_REFILL], ask[A_ZONE], 0, false, toldAt, 0, '', '', -1, 0, 0 }
    table.insert(limits, limit)
  end
  if limit[TOLD] <= toldAt then
    learn(name, limit, ask)
    -- Clients choose the names of models: one more than these takes the place of any other, which is told again when it is used.
    if not before and redis.call('HLEN', learned) >= NAMES_MAX then redis.call('HDEL', learned, redis.call('HRANDFIELD', learned)) end
    redis.call('HSET', learned, name, cmsgpack.pack(limits))
    kept = kept + 1
  end
end
redis.call('PEXPIRE', learned, LEARNED_FOR_MS)
if kept > 0 then noteChange() end
return { kept }
