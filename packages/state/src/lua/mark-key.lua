--[[
Mark a key, its quota group, or one model of the key. A deadline in force is only ever moved later, and a milder state does not
take the place of a graver one.

KEYS
  marks   hash: the mark and the number of the last one
  state   hash: suspension, run of failures and last use of this key
  models  hash: model → mark
ARGV
  model    string   empty: not for one model alone
  kind     string   sleeping, exhausted or suspended
  inMs     integer  how long from now; 0 where atMs or nothing is said
  atMs     integer  until when; 0 where inMs or nothing is said
  reason   string
RETURNS
  nowMs     integer
  untilMs   integer  0: by hand
  failures  integer  marks in a row without a success between
]]
--#include server-time
--#include marks

local MODELS_MAX = 256

local now = serverTimeMs()
local generation = redis.call('HINCRBY', marks, 'generation', 1)
if kind == 'suspended' and model == '' then
  redis.call('HSET', state, 'suspended', reason)
  return { now, 0, 0 }
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
local untilMs = inMs > 0 and now + inMs or atMs

local mark = { kind, untilMs, reason, generation, before and before[RUN] + 1 or 1, '' }
if isInForce(before, now) then
  mark[RUN] = before[RUN]
  local graver = rank[before[STATE]] > rank[kind]
  if graver then mark[STATE] = before[STATE] end
  if before[UNTIL] == 0 or untilMs == 0 then mark[UNTIL] = 0 else mark[UNTIL] = math.max(before[UNTIL], untilMs) end
  if graver or (rank[before[STATE]] == rank[kind] and mark[UNTIL] == before[UNTIL]) then mark[REASON] = before[REASON] end
end
putMark(hash, field, mark)
return { now, mark[UNTIL], mark[RUN] }
