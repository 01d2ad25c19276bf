--[[
Forget a stored answer that nobody can open any more, so that its idempotency key can be claimed anew. Another answer stays.

KEYS
  entry  hash: body, owner, answer
ARGV
  answerSha1  string  in hexadecimal
RETURNS
  forgotten  integer
]]
local answer = redis.call('HGET', entry, 'answer')
if not answer or redis.sha1hex(answer) ~= answerSha1 then return { 0 } end
return { redis.call('DEL', entry) }
