--[[
How a key stands: its state, its models' states, and what is left of its limits.

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
  windows    shared<WindowAsk[]>
  calendars  string  CalendarAsk[] as JSON: few keys were told of any limits
RETURNS
  verdict      string   active, sleeping, exhausted or suspended; or stale
  nowMs        integer
  untilMs      integer  0 where it ends by hand
  reason       string
  probing      integer  1 while the one attempt after a deadline is under way
  failures     integer  attempts failed in a row
  lastUsedMs   integer  0: never
  account      string   empty where it is not known
  modelMarks   json<ModelMark[]>
  remaining    integer[]  of each window asked
  inFlight     integer
  told         json<ToldStanding[]>
  refused      integer  1 where its provider suspended it, not an operator
  version      integer  of the last change that no counter shows
]]
--#include server-time
--#include windows
--#include marks
--#include learned

local now = serverTimeMs()
if sweep(now) then keepBook() end
local asked = standing(now, windows)
if not asked then return { 'stale', now, 0, '', 0, 0, 0, '', '[]', {}, 0, '[]', 0, 0 } end

local verdict, untilMs, reason, probing = 'active', 0, '', 0
local shared = markAt(marks, 'mark')
if isInForce(shared, now) then
  verdict, untilMs, reason = shared[STATE], shared[UNTIL], shared[REASON]
elseif shared and isProbed(shared, now, leased) then
  probing = 1
end
local noted = redis.call('HMGET', state, 'suspended', 'failures', 'lastUsedAt', 'account', 'refused', 'version')
if noted[1] then verdict, untilMs, reason = 'suspended', 0, noted[1] end

local packed, modelMarks = redis.call('HGETALL', models), {}
for i = 1, #packed, 2 do
  local mark = cmsgpack.unpack(packed[i + 1])
  if isInForce(mark, now) then
    table.insert(modelMarks, { model = packed[i], state = mark[STATE], untilMs = mark[UNTIL], reason = mark[REASON] })
  end
end

local remaining = figuresOf(asked)
local inFlight = inFlightAt(now)
local kept, told = redis.call('HGETALL', learned), {}
local known = #kept > 0 and cjson.decode(calendars)
for i = 1, #kept, 2 do
  for _, limit in ipairs(broughtTo(now, cmsgpack.unpack(kept[i + 1]), known)) do
    table.insert(limit, kept[i])
    table.insert(told, limit)
  end
end
-- cjson writes an empty table as an object.
local function listed(list) return #list == 0 and '[]' or cjson.encode(list) end
local failures, lastUsedMs, account = noted[2] or 0, noted[3] or 0, noted[4] or ''
local refused, version = noted[1] and noted[5] and 1 or 0, noted[6] or 0
local marked, list = listed(modelMarks), listed(told)
return { verdict, now, untilMs, reason, probing, failures, lastUsedMs, account, marked, remaining, inFlight, list, refused, version }
