--[[
The operator puts a key back to work: suspension, marks, model states and the run of failures end.

KEYS
  marks   hash: the mark and the number of the last one
  state   hash: suspension, run of failures and last use of this key
  models  hash: model → mark
ARGV
RETURNS
  resumed  integer  1
]]
redis.call('HDEL', marks, 'mark')
redis.call('HDEL', state, 'suspended', 'failures')
redis.call('DEL', models)
return { 1 }
