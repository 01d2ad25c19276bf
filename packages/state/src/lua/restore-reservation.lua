--[[
Reserve once more what a server had granted and another one, in its place by now, knows nothing of. Whatever the limits say: it is used
already. What is still there stays as it is, and a window that began after the grant has nothing to do with it. Refused where it comes so
late that its sender has given it up: what it would make again may be settled by then, and would count twice.

KEYS
  counters      hash: limit → counter
  reservations  hash: request or attempt → what it holds
  leases        zset: those in flight by the end of their lease
  swept         zset: those whose lease ran out, by the time to forget them
ARGV
  id            string  the request or attempt
  leaseMs       integer
  windows       shared<WindowAsk[]>
  takes         json<Spent>  what is taken of each, by its metric
  reservedAtMs  integer  when it was granted
  untilMs       integer  the last moment at which it may be done
RETURNS
  verdict  string   restored, there, late, or stale (the windows are not those of Redis' now)
  nowMs    integer
BATCHED
]]
--#include server-time
--#include reserve

local now = serverTimeMs()
sweep(now)

--#each
if now > untilMs then return { 'late', now } end
if entryAt(reserved, id) then return { 'there', now } end
local asked = standing(now, windows)
if not asked then return { 'stale', now } end

local theirs = {}
for _, window in ipairs(asked) do
  local counter = window[COUNTER]
  if counter[START_OF] <= reservedAtMs then
    counter[SINCE] = math.min(counter[SINCE], reservedAtMs)
    table.insert(theirs, window)
  end
end
reserve(now, id, leaseMs, theirs, takes, 0, '')
return { 'restored', now }

--#after
keepBook()
