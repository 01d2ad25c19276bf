--[[
Free an idempotency key whose request failed; what is stored stays.

KEYS
  entry  hash: body, owner, answer
ARGV
  owner  string
RETURNS
  freed  integer
]]
local known = redis.call('HMGET', entry, 'owner', 'answer')
if known[1] ~= owner or known[2] then return { 0 } end
return { redis.call('DEL', entry) }
