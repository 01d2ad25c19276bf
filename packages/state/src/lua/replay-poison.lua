--[[
Put an entry that was set aside back into the usage stream, as it came. Whoever comes second changes nothing.

KEYS
  events  the usage stream
  poison  stream of entries set aside
ARGV
  id  string  of the entry set aside
RETURNS
  moved  integer  1, or 0 where it was done before
]]

local entry = redis.call('XRANGE', poison, id, id)[1]
if not entry then return { 0 } end
local fields, own = {}, { stood = true, reason = true }
for at = 1, #entry[2], 2 do
  if own[entry[2][at]] then
    own[entry[2][at]] = nil
  else
    table.insert(fields, entry[2][at])
    table.insert(fields, entry[2][at + 1])
  end
end
if #fields > 0 then redis.call('XADD', events, '*', unpack(fields)) end
redis.call('XDEL', poison, id)
return { 1 }
