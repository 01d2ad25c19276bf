--[[
The operator puts a key back to work: suspension, marks, model states, the run of failures and told limits end.

KEYS
  marks    hash: the mark and the number of the last one
  state    hash: suspension, run of failures and last use of this key
  models   hash: model → mark
  learned  hash: name under which the provider counts a model → its limits as told, and what is left
ARGV
RETURNS
  resumed  integer  1
]]
--#include change

noteChange()
redis.call('HDEL', marks, 'mark')
redis.call('HDEL', state, 'suspended', 'failures', 'refused')
redis.call('DEL', models, learned)
return { 1 }
