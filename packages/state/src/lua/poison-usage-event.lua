--[[
Set an entry of the usage stream aside that nobody can read: as it came, with where it stood and why. Whoever comes second changes nothing.

KEYS
  events  the usage stream
  poison  stream of entries set aside
ARGV
  group   string
  id      string  of the entry
  reason  string
RETURNS
  moved  integer  1, or 0 where it was done before
]]

local entry = redis.call('XRANGE', events, id, id)[1]
if redis.call('XACK', events, group, id) == 0 then
  return { 0 }
end
local fields = entry and entry[2] or {}
redis.call('XADD', poison, '*', 'stood', id, 'reason', reason, unpack(fields))
return { 1 }
