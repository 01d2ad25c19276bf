--[[
Renew the claim of a request that still runs.

KEYS
  entry  hash: body, owner, answer
ARGV
  owner    string
  leaseMs  integer
RETURNS
  renewed  integer
]]
local known = redis.call('HMGET', entry, 'owner', 'answer')
if known[1] ~= owner or known[2] then return { 0 } end
return { redis.call('PEXPIRE', entry, leaseMs) }
