--[[
Reserve a key's share of each limit for one attempt, unless a mark, a limit or what the provider told of its own stands against it. After a mark's deadline one
attempt is the probe and the others wait. The same attempt again is granted again and counts once.

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
  attempt     string
  model       string
  leaseMs     integer
  windows     shared<WindowAsk[]>
  takes       json<Spent>  what is taken of each, by its metric
  concurrent  integer  attempts in flight at once; -1: not limited
  countedAs   string   the name under which the provider counts the model
  needs       json<Needs>
  calendars   shared<CalendarAsk[]>
RETURNS
  verdict     string   granted, or why not: sleeping, exhausted, suspended, model, limit, concurrent, probing; or stale
  nowMs       integer
  untilMs     integer  0 where no time is known
  reason      string
  probe       integer  1 for the one attempt after a deadline
  remaining   integer[]  of each window asked
  inFlight    integer  0 where that is not limited
  overdrawn   string[]  limits that only count and would refuse this
BATCHED
]]
--#include server-time
--#include reserve
--#include marks
--#include learned

local now, before = serverTimeMs(), nil
look(reserved, ids)
sweep(now)
local modelsMarked, told = packedView(models), packedView(learned)
local suspended = redis.call('HGET', state, 'suspended')
local mark, generation = unpack(redis.call('HMGET', marks, 'mark', 'generation'))
local shared = mark and cmsgpack.unpack(mark) or nil
local isMarkProbed, isUsed = false, false

--#each
local asked = standing(now, windows)
if not asked then return { 'stale', now, 0, '', 0, {}, 0, {} } end

local inFlight = 0
if concurrent >= 0 then
  before = before or inFlightAt(now)
  inFlight = before + begun
end
local own = entryAt(modelsMarked, model) or nil
local isProbe = 0
local function answer(verdict, untilMs, reason)
  local remaining, overdrawn = figuresOf(asked)
  return { verdict, now, untilMs, reason, isProbe, remaining, inFlight, overdrawn }
end

if entryAt(reserved, attempt) then
  isProbe = ((shared and shared[PROBE] == attempt) or (own and own[PROBE] == attempt)) and 1 or 0
  return answer('granted', 0, '')
end

if suspended then return answer('suspended', 0, suspended) end
local word, untilMs = gate(shared, now, leased)
if word ~= 'pass' and word ~= 'probe' then return answer(word, untilMs, shared[REASON]) end
local modelWord, modelUntilMs = gate(own, now, leased)
if modelWord == 'probing' then return answer('probing', modelUntilMs, own[REASON]) end
if modelWord ~= 'pass' and modelWord ~= 'probe' then return answer('model', modelUntilMs, own[REASON]) end
local full = refusing(asked, takes)
local paced = learnedFor(now, told, countedAs, calendars)
local tightest, roomMs = pacing(paced, now, needs)
if tightest and not (full and full[ENDS] >= roomMs) then
  return answer('limit', roomMs, 'told ' .. tightest[T_METRIC] .. ':' .. tightest[T_PERIOD])
end
if full then return answer('limit', full[ENDS], full[ASK][LIMIT]) end
if concurrent >= 0 and inFlight >= concurrent then return answer('concurrent', 0, 'concurrent') end

if word == 'probe' then
  isProbe = 1
  shared[PROBE] = attempt
  isMarkProbed = true
end
if modelWord == 'probe' then
  isProbe = 1
  own[PROBE] = attempt
  put(modelsMarked, model, own)
end
reserve(now, attempt, leaseMs, asked, takes, tonumber(generation or 0), model, drain(told, paced, needs))
isUsed = true
inFlight = inFlight + 1
return answer('granted', 0, '')

--#after
keepBook()
if isMarkProbed then putMark(marks, 'mark', shared) end
keep(modelsMarked)
keep(told)
-- A number of changes that was alone until now would go by itself, and take this along.
if isUsed and redis.call('HSET', state, 'lastUsedAt', wholeText(now)) == 1 then redis.call('PERSIST', state) end
