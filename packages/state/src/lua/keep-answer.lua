--[[
Keep the answer of the request that holds the claim.

KEYS
  entry  hash: body, owner, answer
ARGV
  owner   string
  answer  bytes
  ttlMs   integer
RETURNS
  kept  integer
]]
if redis.call('HGET', entry, 'owner') ~= owner then return { 0 } end
redis.call('HSET', entry, 'answer', answer)
redis.call('PEXPIRE', entry, ttlMs)
return { 1 }
