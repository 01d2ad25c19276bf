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
  concurrent  integer  requests in flight at once
RETURNS
  verdict     string   granted, refused or stale (the windows are not those of Redis' now)
  nowMs       integer
  refusedBy   string   limit
  retryAtMs   integer  0 where no time is known
  remaining   integer[]  of each window asked
  resetsAtMs  integer[]  of each window asked
  inFlight    integer
]]
--#include server-time
--#include windows

local now = serverTimeMs()
sweep(now, counters, reservations, leases, swept)
local asked = standing(now, counters, windows)
if not asked then return { 'stale', now, '', 0, {}, {}, 0 } end

local function answer(verdict, refusedBy, retryAt, inFlight)
  local remaining, resets = remainingOf(asked)
  return { verdict, now, refusedBy, retryAt, remaining, resets, inFlight }
end

local inFlight = redis.call('ZCOUNT', leases, '(' .. now, '+inf')
if redis.call('HEXISTS', reservations, request) == 1 then return answer('granted', '', 0, inFlight) end

local full = refusing(asked)
if full then return answer('refused', full.ask.limit, full.finish, inFlight) end
if inFlight >= concurrent then return answer('refused', 'concurrent', 0, inFlight) end

take(counters, reservations, leases, request, now + leaseMs, asked, 0, '')
return answer('granted', '', 0, inFlight + 1)
