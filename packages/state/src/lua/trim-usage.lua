--[[
Drop the events that every group has acknowledged.

KEYS
  events  stream of usage events
ARGV
RETURNS
  dropped  integer
]]

local function field(list, name)
  for i = 1, #list, 2 do
    if list[i] == name then return list[i + 1] end
  end
end

local function isBefore(a, b)
  local aMs, aSeq = string.match(a, '^(%d+)-(%d+)$')
  local bMs, bSeq = string.match(b, '^(%d+)-(%d+)$')
  if aMs ~= bMs then return tonumber(aMs) < tonumber(bMs) end
  return tonumber(aSeq) < tonumber(bSeq)
end

if redis.call('EXISTS', events) == 0 then return { 0 } end
local needed
for _, group in ipairs(redis.call('XINFO', 'GROUPS', events)) do
  local name, first = field(group, 'name'), field(group, 'last-delivered-id')
  local pending = redis.call('XPENDING', events, name)
  if pending[1] > 0 then first = pending[2] end
  if not needed or isBefore(first, needed) then needed = first end
end
if not needed then return { 0 } end
return { redis.call('XTRIM', events, 'MINID', needed) }
