--[[
Move the ends of leases that are still held. A lease that ran out and was swept stays so.

KEYS
  leases  zset: who holds one, by its end in ms
ARGV
  holders  json<string[]>
  leaseMs  integer
RETURNS
  nowMs  integer
]]
--#include server-time

local now = serverTimeMs()
local ends = {}
for _, holder in ipairs(holders) do
  table.insert(ends, now + leaseMs)
  table.insert(ends, holder)
end
redis.call('ZADD', leases, 'XX', 'GT', unpack(ends))
return { now }
