--[[
The probe has brought its first content: the others may follow. The run of failures is kept until a success.

KEYS
  marks   hash: the mark and the number of the last one
  models  hash: model → mark
  reservations  hash: attempt → what it holds
ARGV
  attempt  string
RETURNS
  opened  integer  marks that this call opened
]]
--#include reservations
--#include marks

local packed = redis.call('HGET', reservations, attempt)
if not packed then return { 0 } end

local function open(hash, field)
  local mark = markAt(hash, field)
  if not mark or mark[PROBE] ~= attempt then return 0 end
  mark[STATE], mark[PROBE] = 'open', ''
  putMark(hash, field, mark)
  return 1
end
return { open(marks, 'mark') + open(models, cmsgpack.unpack(packed)[MODEL_THEN]) }
