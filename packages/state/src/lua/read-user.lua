--[[
What is left of a user's limits.

KEYS
  counters      hash: limit → counter
  reservations  hash: request → what it holds
  leases        zset: requests in flight by the end of their lease
  swept         zset: requests whose lease ran out, by the time to forget them
ARGV
  windows  shared<WindowAsk[]>
RETURNS
  verdict     string   read or stale (the windows are not those of Redis' now)
  nowMs       integer
  remaining   integer[]  of each window asked
  inFlight    integer
]]
--#include server-time
--#include windows

local now = serverTimeMs()
if sweep(now) then keepBook() end
local asked = standing(now, windows)
if not asked then return { 'stale', now, {}, 0 } end
return { 'read', now, figuresOf(asked), inFlightAt(now) }
