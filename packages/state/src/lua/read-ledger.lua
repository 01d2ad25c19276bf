--[[
The counters of a user or a quota tag with what is reserved in them, at one moment; changes nothing.

KEYS
  counters      hash: limit → counter
  reservations  hash: request or attempt → what it holds
  leases        zset: those in flight by the end of their lease
  swept         zset: those whose lease ran out, by the time to forget them
ARGV
RETURNS
  nowMs    integer
  counted  string[]  limit and counter in turn
  held     json<HeldReservation[]>
]]
--#include server-time
--#include reservations

-- cjson writes an empty table as an object.
local function listed(list) return #list == 0 and '[]' or cjson.encode(list) end

local packed, held = redis.call('HGETALL', reservations), {}
for i = 1, #packed, 2 do
  local id, reservation = packed[i], cmsgpack.unpack(packed[i + 1])
  local standing = redis.call('ZSCORE', leases, id) and 'leased' or redis.call('ZSCORE', swept, id) and 'swept' or 'orphan'
  -- What was settled for the time being is spent, not held.
  if not reservation[SPENT_THEN] then
    table.insert(held, string.format('[%s,"%s",%s]', cjson.encode(id), standing, listed(reservation[HELD])))
  end
end
return { serverTimeMs(), redis.call('HGETALL', counters), '[' .. table.concat(held, ',') .. ']' }
