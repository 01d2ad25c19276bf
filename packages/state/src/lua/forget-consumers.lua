--[[
Forget consumers of a group that asked for nothing lately and have nothing pending: what is pending would be forgotten with its consumer. One
that asks again is there again.

KEYS
  events  the usage stream
ARGV
  group     string
  consumer  string   this one alone; empty: any
  idleMs    integer  since it last asked
RETURNS
  forgotten  integer  how many
]]

local forgotten = 0
for _, fields in ipairs(redis.call('XINFO', 'CONSUMERS', events, group)) do
  local one = {}
  for i = 1, #fields, 2 do one[fields[i]] = fields[i + 1] end
  if one.pending == 0 and one.idle >= idleMs and (consumer == '' or consumer == one.name) then
    redis.call('XGROUP', 'DELCONSUMER', events, group, one.name)
    forgotten = forgotten + 1
  end
end
return { forgotten }
