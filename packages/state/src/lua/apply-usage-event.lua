--[[
Enter one usage event in the books, unless it or one of a higher rank is there for its request: log, day sums and pulse change as one.
Events of one day that go out together are added up first. An event of lower rank has to be taken out in the same call: the caller learns which, and comes back with what it had added.

KEYS
  entries      hash: request id → rank, a line feed, the event
  log          zset of index rows; the score is the time of admission in ms
  days         zset of the days that have sums
  rollup       sums of the event's day
  pulse        sums of the event's day by time of day
  rollupTaken  as rollup, for the event that is taken out; the same key where there is none
  pulseTaken   as pulse, likewise
ARGV
  request    string
  rank       string  of fixed length: ranks compare as texts
  event      bytes
  adds       json<Booking>
  takenRank  string  rank of the event that `takes` belongs to; empty where none is taken out
  takes      json<Booking>
  pulseMs    integer  how long a pulse is kept
RETURNS
  verdict  string  applied, known, or occupied by the event that follows
  rank     string
  event    bytes
BATCHED
]]
--#include view

local function asItIs(text) return text end
local known, logged = hashView(entries, asItIs, asItIs), zsetView(log)
look(known, ids)

-- What all calls add to a field of a hash of sums goes there as one number: so many digits of a full batch add up exactly. What has more is
-- added by itself.
local EXACT_DIGITS = 14
local totals, apart = {}, {}
local isChanged, day, lastsMs = false

local function addUp(sums, increments, sign)
  local fields = totals[sums]
  if not fields then
    fields = {}
    totals[sums] = fields
  end
  for i = 1, #increments do
    local field, amount = increments[i][1], increments[i][2]
    if #amount > EXACT_DIGITS then
      apart[#apart + 1] = { sums, field, sign .. amount }
    else
      fields[field] = (fields[field] or 0) + tonumber(sign .. amount)
    end
  end
end

local undo = {}
local function add(sums, field, amount)
  if redis.call('HINCRBY', sums, field, amount) == 0 then redis.call('HDEL', sums, field) end
end
local function change(sums, field, amount)
  add(sums, field, amount)
  local isTaken = string.sub(amount, 1, 1) == '-'
  undo[#undo + 1] = { sums, field, isTaken and string.sub(amount, 2) or '-' .. amount }
end

local function enter()
  for sums, fields in pairs(totals) do
    for field, amount in pairs(fields) do
      if amount ~= 0 then change(sums, field, wholeText(amount)) end
    end
  end
  for _, one in ipairs(apart) do change(unpack(one)) end
  redis.call('PEXPIRE', pulse, lastsMs)
  redis.call('ZADD', days, day, day)
  keep(logged)
  -- Last: who finds an entry takes everything else for done.
  keep(known)
end

--#each
local entry = entryAt(known, request)
if entry then
  local there = string.sub(entry, 1, #rank)
  if there >= rank then
    return { 'known', there, '' }
  elseif there ~= takenRank then
    return { 'occupied', there, string.sub(entry, #rank + 2) }
  end
elseif takenRank ~= '' then
  return { 'occupied', '', '' }
end

if entry then
  addUp(rollupTaken, takes.sums, '-')
  addUp(pulseTaken, takes.pulse, '-')
end
addUp(rollup, adds.sums, '')
addUp(pulse, adds.pulse, '')
-- What retention took from the log stays out of it.
if not entry or entryAt(logged, takes.row) then
  if entry then put(logged, takes.row, false) end
  put(logged, adds.row, adds.atMs)
end
put(known, request, rank .. '\n' .. event)
isChanged, day, lastsMs = true, adds.day, pulseMs
return { 'applied', rank, '' }

--#after
-- Redis takes back nothing of a function that fails half-way: what it had added would be added again by the repeat.
if isChanged then
  local isEntered, problem = pcall(enter)
  if not isEntered then
    for i = #undo, 1, -1 do add(unpack(undo[i])) end
    error(problem)
  end
end
