--[[
The provider refused so many keys at once that none of them is to blame: the mark that its refusal left on this one ends. Whatever an
operator did to it, and marks for other reasons, stay.

KEYS
  marks  hash: the mark and the number of the last one
  state  hash: suspension, run of failures and last use of this key
ARGV
RETURNS
  forgiven  integer  1 where the last refusal still stood against the key
]]
--#include marks
--#include change

local refused = redis.call('HGET', state, 'refused')
if not refused then return { 0 } end
-- A suspension by anybody else would have taken this number away.
redis.call('HDEL', state, 'refused', 'suspended')
noteChange()
local mark = markAt(marks, 'mark')
if mark and mark[GENERATION] == tonumber(refused) then redis.call('HDEL', marks, 'mark') end
return { 1 }
