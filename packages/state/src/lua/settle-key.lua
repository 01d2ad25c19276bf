--[[
End an attempt: what it really spent takes the place of what it reserved, and its outcome counts for the key. Once: an attempt
settled before, or never reserved, changes nothing. A success clears only marks that are older than its reservation.

KEYS
  counters      hash: limit → counter
  reservations  hash: attempt → what it holds
  leases        zset: attempts in flight by the end of their lease
  swept         zset: attempts whose lease ran out, by the time to forget them
  marks         hash: the mark and the number of the last one
  state         hash: suspension, run of failures and last use of this key
  models        hash: model → mark
  learned       hash: name under which the provider counts a model → its limits as told, and what is left
ARGV
  attempt  string
  spent    json<Use>
  outcome  string  success, failure or cancelled
RETURNS
  settled  integer  1 where this call did it
BATCHED
]]
--#include settle
--#include marks
--#include learned

lookForReservations(ids)
local told, modelsMarked = packedView(learned), packedView(models)
local shared, failures
local isCleared = false

-- What was held of a learned limit and not used comes back, unless the provider has told anew what is left, or a new window began.
local function giveBack(drained, used)
  local limits = entryAt(told, drained[D_NAME]) or {}
  local limit = findLearned(limits, drained[D_METRIC], drained[D_PERIOD])
  local sameWindow = limit and (limit[T_REFILL] == 'drip' or limit[RESET] == drained[D_RESET])
  if sameWindow and limit[LEFT] and limit[TELLINGS] == drained[D_TELLINGS] then
    limit[LEFT] = limit[LEFT] + drained[D_TAKEN] - used
    if limit[MOST] > 0 then limit[LEFT] = math.min(limit[MOST], limit[LEFT]) end
    limit[DRAINED] = limit[DRAINED] - drained[D_TAKEN] + used
    put(told, drained[D_NAME], limits)
  end
end

--#each
local reservation = settle(attempt, spent)
if not reservation then return { 0 } end
for _, drained in ipairs(reservation[DRAINS_THEN] or {}) do
  local used = spent[drained[D_METRIC]]
  if used and used ~= drained[D_TAKEN] then giveBack(drained, used) end
end
if outcome == 'success' then
  local generation, model = reservation[GENERATION_THEN], reservation[MODEL_THEN]
  if shared == nil then shared = markAt(marks, 'mark') or false end
  isCleared = isCleared or shared and shared[GENERATION] <= generation
  local own = entryAt(modelsMarked, model)
  if own and own[GENERATION] <= generation then put(modelsMarked, model, false) end
  failures = 0
elseif outcome == 'failure' then
  failures = (failures or tonumber(redis.call('HGET', state, 'failures') or 0)) + 1
end
return { 1 }

--#after
keepBook()
keep(told)
if isCleared then redis.call('HDEL', marks, 'mark') end
keep(modelsMarked)
if failures == 0 then
  redis.call('HDEL', state, 'failures')
elseif failures then
  redis.call('HSET', state, 'failures', failures)
end
