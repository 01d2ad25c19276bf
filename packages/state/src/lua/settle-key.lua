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
--#include counters
--#include marks
--#include learned

local reservation = settle(counters, reservations, leases, swept, attempt, spent)
if not reservation then return { 0 } end

-- What was held of a learned limit and not used comes back, unless the provider has told anew what is left, or a new window began.
for _, drained in ipairs(reservation[DRAINS_THEN] or {}) do
  local used = spent[drained[D_METRIC]]
  local packed = used and used ~= drained[D_TAKEN] and redis.call('HGET', learned, drained[D_NAME])
  local limits = packed and cmsgpack.unpack(packed) or {}
  local limit = findLearned(limits, drained[D_METRIC], drained[D_PERIOD])
  local sameWindow = limit and (limit[T_REFILL] == 'drip' or limit[RESET] == drained[D_RESET])
  if sameWindow and limit[LEFT] and limit[TELLINGS] == drained[D_TELLINGS] then
    limit[LEFT] = limit[LEFT] + drained[D_TAKEN] - used
    if limit[MOST] > 0 then limit[LEFT] = math.min(limit[MOST], limit[LEFT]) end
    limit[DRAINED] = limit[DRAINED] - drained[D_TAKEN] + used
    keepLearned(learned, drained[D_NAME], limits)
  end
end

local function clearOlder(hash, field)
  local mark = markAt(hash, field)
  if mark and mark[GENERATION] <= reservation[GENERATION_THEN] then redis.call('HDEL', hash, field) end
end

if outcome == 'success' then
  clearOlder(marks, 'mark')
  clearOlder(models, reservation[MODEL_THEN])
  redis.call('HDEL', state, 'failures')
elseif outcome == 'failure' then
  redis.call('HINCRBY', state, 'failures', 1)
end
return { 1 }
