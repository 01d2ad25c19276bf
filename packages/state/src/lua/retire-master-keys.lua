--[[
From here on nothing is sealed under these master keys but under the one in their place. Said in the audit log once, however often
a rotation that was broken off is taken up again.

KEYS
  lease    string: who rotates
  retired  hash: id of a retired master key → id of the one in its place
  audit    stream of operator actions
ARGV
  holder      string  who must have the right to rotate
  ids         json<string[]>  the keys that retire
  successor   string  the key in their place
  auditEntry  string  the entry as JSON
RETURNS
  outcome  string  retired, already, or lost (the right to rotate is another's)
]]
if redis.call('GET', lease) ~= holder then
  return { 'lost' }
end
local isNew = redis.call('HEXISTS', retired, successor) == 1
for _, id in ipairs(ids) do
  isNew = isNew or redis.call('HGET', retired, id) ~= successor
end
if not isNew then
  return { 'already' }
end
redis.call('HDEL', retired, successor)
for _, id in ipairs(redis.call('HKEYS', retired)) do
  redis.call('HSET', retired, id, successor)
end
for _, id in ipairs(ids) do
  redis.call('HSET', retired, id, successor)
end
redis.call('XADD', audit, '*', 'entry', auditEntry)
return { 'retired' }
