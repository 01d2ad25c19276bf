--[[
Enter one usage event in the books, unless it or one of a higher rank is there for its request: log, day sums and pulse change as one.
An event of lower rank has to be taken out in the same call: the caller learns which, and comes back with what it had added.

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
--#each
local entry = redis.call('HGET', entries, request)
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

local function add(sums, field, amount)
  if redis.call('HINCRBY', sums, field, amount) == 0 then
    redis.call('HDEL', sums, field)
  end
end

local undo = {}
local function change(sums, increments, sign, opposite)
  for _, increment in ipairs(increments) do
    local field, amount = increment[1], increment[2]
    add(sums, field, sign .. amount)
    table.insert(undo, 1, { sums, field, opposite .. amount })
  end
end

local function enter()
  if entry then
    change(rollupTaken, takes.sums, '-', '')
    change(pulseTaken, takes.pulse, '-', '')
  end
  change(rollup, adds.sums, '', '-')
  change(pulse, adds.pulse, '', '-')
  redis.call('PEXPIRE', pulse, pulseMs)
  redis.call('ZADD', days, adds.day, adds.day)
  -- What retention took from the log stays out of it.
  if not entry or redis.call('ZREM', log, takes.row) == 1 then
    redis.call('ZADD', log, adds.atMs, adds.row)
  end
  -- Last: who finds the entry takes everything else for done.
  redis.call('HSET', entries, request, rank .. '\n' .. event)
end

-- Redis takes back nothing of a function that fails half-way: what it had added would be added again by the repeat.
local entered, problem = pcall(enter)
if not entered then
  for _, opposite in ipairs(undo) do add(unpack(opposite)) end
  error(problem)
end
return { 'applied', rank, '' }
