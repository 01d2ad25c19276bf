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
ARGV
  attempt  string
  spent    json<Spent>
  outcome  string  success, failure or cancelled
RETURNS
  settled  integer  1 where this call did it
]]
--#include counters
--#include marks

local reservation = settle(counters, reservations, leases, swept, attempt, spent)
if not reservation then return { 0 } end

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
