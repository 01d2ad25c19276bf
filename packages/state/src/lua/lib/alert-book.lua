-- Kept alerts; beyond that the oldest are forgotten.
local KEPT = 1000

local function forgetOldAlerts(alerts, order, marks, open, due)
  local surplus = redis.call('ZCARD', order) - KEPT
  if surplus <= 0 then return end
  for _, id in ipairs(redis.call('ZRANGE', order, 0, surplus - 1)) do
    local alert = cjson.decode(redis.call('HGET', alerts, id))
    local subject = alert.kind .. ' ' .. alert.target
    if redis.call('HGET', open, subject) == id then redis.call('HDEL', open, subject) end
    redis.call('HDEL', alerts, id)
    redis.call('HDEL', marks, id .. ' ended', id .. ' acknowledged')
    redis.call('ZREM', order, id)
    redis.call('ZREM', due, id .. ' raised', id .. ' ended')
  end
end
