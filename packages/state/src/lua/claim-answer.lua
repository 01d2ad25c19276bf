--[[
Claim an idempotency key for one request, or give what is known of it.

KEYS
  entry  hash: body, owner, answer
ARGV
  body     string   SHA-256 of the request body
  owner    string   the request that claims
  leaseMs  integer  the claim ends after it unless it is renewed
RETURNS
  verdict  string  claimed, running, reused (another body) or stored
  answer   bytes   empty unless stored
]]
local known = redis.call('HMGET', entry, 'body', 'owner', 'answer')
if not known[1] then
  redis.call('HSET', entry, 'body', body, 'owner', owner)
  redis.call('PEXPIRE', entry, leaseMs)
  return { 'claimed', '' }
end
if known[1] ~= body then return { 'reused', '' } end
if known[3] then return { 'stored', known[3] } end
-- A claim repeated after a lost connection is the same claim.
return { known[2] == owner and 'claimed' or 'running', '' }
