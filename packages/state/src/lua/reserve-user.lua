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
  windows     json<WindowAsk[]>
  concurrent  integer  requests in flight at once; -1: not limited
RETURNS
  verdict     string   granted, refused or stale (the windows are not those of Redis' now)
  nowMs       integer
  refusedBy   string   limit
  retryAtMs   integer  0 where no time is known
  remaining   integer[]  of each window asked
  resetsAtMs  integer[]  of each window asked
  inFlight    integer  0 where that is not limited
  overdrawn   string[]  limits that only count and would refuse this
BATCHED
]]
--#include server-time
--#include windows

local now = serverTimeMs()
sweep(now, counters, reservations, leases, swept)
local asked = standing(now, counters, windows)
if not asked then return { 'stale', now, '', 0, {}, {}, 0, {} } end

local function answer(verdict, refusedBy, retryAt, inFlight)
  local remaining, resets = remainingOf(asked)
  return { verdict, now, refusedBy, retryAt, remaining, resets, inFlight, overdrawnOf(asked) }
end

local inFlight = concurrent < 0 and 0 or inFlightAt(now, leases)
if redis.call('HEXISTS', reservations, request) == 1 then return answer('granted', '', 0, inFlight) end

local full = refusing(asked)
if full then return answer('refused', full.ask[LIMIT], full.finish, inFlight) end
if concurrent >= 0 and inFlight >= concurrent then return answer('refused', 'concurrent', 0, inFlight) end

take(counters, reservations, leases, request, now + leaseMs, asked, 0, '')
return answer('granted', '', 0, inFlight + 1)
