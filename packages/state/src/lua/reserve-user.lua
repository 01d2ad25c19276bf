--[[
Reserve a user's share of each limit for one request, or of none. The same request again is granted again and counts once.

KEYS
  counters      hash: limit → counter
  reservations  hash: request → what it holds
  leases        zset: requests in flight by the end of their lease
  swept         zset: requests whose lease ran out, by the time to forget them
ARGV
  request     string
  leaseMs     integer
  windows     shared<WindowAsk[]>
  takes       json<Spent>  what is taken of each, by its metric
  concurrent  integer  requests in flight at once; -1: not limited
RETURNS
  verdict     string   granted, refused or stale (the windows are not those of Redis' now)
  nowMs       integer
  refusedBy   string   limit
  retryAtMs   integer  0 where no time is known
  remaining   integer[]  of each window asked
  inFlight    integer  0 where that is not limited
  overdrawn   string[]  limits that only count and would refuse this
BATCHED
]]
--#include server-time
--#include reserve

local now, before = serverTimeMs(), nil
look(reserved, ids)
sweep(now)

local function answer(asked, verdict, refusedBy, retryAt, inFlight)
  local remaining, overdrawn = figuresOf(asked)
  return { verdict, now, refusedBy, retryAt, remaining, inFlight, overdrawn }
end

--#each
local asked = standing(now, windows)
if not asked then return { 'stale', now, '', 0, {}, 0, {} } end

local inFlight = 0
if concurrent >= 0 then
  before = before or inFlightAt(now)
  inFlight = before + begun
end
if entryAt(reserved, request) then return answer(asked, 'granted', '', 0, inFlight) end

local full = refusing(asked, takes)
if full then return answer(asked, 'refused', full[ASK][LIMIT], full[ENDS], inFlight) end
if concurrent >= 0 and inFlight >= concurrent then return answer(asked, 'refused', 'concurrent', 0, inFlight) end

reserve(now, request, leaseMs, asked, takes, 0, '')
return answer(asked, 'granted', '', 0, inFlight + 1)

--#after
keepBook()
