--[[
End what has a deadline: sleeping and exhaustion of a key and of its models, and what its provider told of limits. Suspensions stay.

KEYS
  marks    hash: the mark and the number of the last one
  state    hash: suspension, run of failures and last use of this key
  models   hash: model → mark
  learned  hash: name under which the provider counts a model → its limits as told, and what is left
ARGV
RETURNS
  ended  integer  marks that ended
]]
--#include marks
--#include change

local ended = redis.call('HDEL', marks, 'mark')
for _, model in ipairs(redis.call('HKEYS', models)) do
  if markAt(models, model)[STATE] ~= 'suspended' then ended = ended + redis.call('HDEL', models, model) end
end
redis.call('DEL', learned)
noteChange()
return { ended }
