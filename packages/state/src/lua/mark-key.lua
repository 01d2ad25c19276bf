--[[
Mark a key, its quota group, or one model of the key. A deadline in force is only ever moved later, and a milder state does not
take the place of a graver one. A run is marks of one state, each after the deadline of the one before, without a success between.

KEYS
  marks   hash: the mark and the number of the last one
  state   hash: suspension, run of failures and last use of this key
  models  hash: model → mark
ARGV
  model    string   empty: not for one model alone
  kind     string   sleeping, exhausted or suspended
  inMs     json<number[]>  how long from now: the first of a run, the second, and so on, the last for all further; may be empty
  atMs     integer  until when, where inMs is empty; 0: by hand
  again    string   suspended where a mark of the same reason that comes again suspends the key; else empty
  refusal  integer  1 where the provider refused the key, which `forgive-key` may end
  reason   string
RETURNS
  nowMs     integer
  state     string   in force
  untilMs   integer  0: by hand
  failures  integer  marks of the run
]]
--#include server-time
--#include marks
--#include change

local MODELS_MAX = 256

local now = serverTimeMs()
noteChange()
local generation = redis.call('HINCRBY', marks, 'generation', 1)
local last = markAt(marks, 'mark')
local comesAgain = again ~= '' and last and last[REASON] == reason and not isInForce(last, now)
if model == '' and (kind == 'suspended' or comesAgain) then
  local byOperator = redis.call('HEXISTS', state, 'suspended') == 1 and redis.call('HEXISTS', state, 'refused') == 0
  if refusal == 0 then
    noteOfKey('suspended', reason)
    redis.call('HDEL', state, 'refused')
  elseif not byOperator then
    noteOfKey('suspended', reason, 'refused', generation)
  end
  return { now, 'suspended', 0, 0 }
end

local rank = { sleeping = 1, exhausted = 2, suspended = 3 }
local hash, field = marks, 'mark'
if model ~= '' then
  hash, field = models, model
  -- Clients choose the names: one mark more than these takes the place of any other, which is learned again when it matters.
  local isFull = redis.call('HLEN', models) >= MODELS_MAX
  if isFull and redis.call('HEXISTS', models, model) == 0 then redis.call('HDEL', models, redis.call('HRANDFIELD', models)) end
end
local before = markAt(hash, field)
local inForce = isInForce(before, now)
local run = 1
-- Once content was seen the state of the mark is forgotten, not its run.
if before and (before[STATE] == kind or before[STATE] == 'open') then run = before[RUN] + (inForce and 0 or 1) end
local untilMs = #inMs > 0 and now + inMs[math.min(run, #inMs)] or atMs

local mark = { kind, untilMs, reason, generation, run, '' }
if inForce then
  local graver = rank[before[STATE]] > rank[kind]
  if graver then mark[STATE], mark[RUN] = before[STATE], before[RUN] end
  if before[UNTIL] == 0 or untilMs == 0 then mark[UNTIL] = 0 else mark[UNTIL] = math.max(before[UNTIL], untilMs) end
  if graver or (rank[before[STATE]] == rank[kind] and mark[UNTIL] == before[UNTIL]) then mark[REASON] = before[REASON] end
end
putMark(hash, field, mark)
-- What was in force before is no matter of the refusal.
if refusal == 1 and not inForce then noteOfKey('refused', generation) end
return { now, mark[STATE], mark[UNTIL], mark[RUN] }
