--#include counters
local SWEEP_MAX = 16
local isSwept = false

-- Refunds what the dead hold. Their reservations stay, marked as swept, so that a late event still counts once. Once for all calls that
-- go out together: Redis' clock stands still for them.
local function sweep(now, counters, reservations, leases, swept)
  if isSwept then return end
  isSwept = true
  local expired = redis.call('ZRANGEBYSCORE', leases, '-inf', now, 'LIMIT', 0, SWEEP_MAX)
  if #expired == 0 then return end
  redis.call('ZREM', leases, unpack(expired))
  for _, id in ipairs(expired) do
    local packed = redis.call('HGET', reservations, id)
    if packed then
      correct(counters, cmsgpack.unpack(packed)[HELD], { requests = 0, tokens = 0, cost = 0 }, true)
      redis.call('ZADD', swept, now + SETTLED_FOR_MS, id)
    end
  end
  local forgotten = redis.call('ZRANGEBYSCORE', swept, '-inf', now, 'LIMIT', 0, SWEEP_MAX)
  if #forgotten > 0 then
    redis.call('ZREM', swept, unpack(forgotten))
    redis.call('HDEL', reservations, unpack(forgotten))
  end
end
