--[[
Write one record of the registry, if nobody wrote it meanwhile and nobody else holds what must be unique.
The change and its audit entry are written with it, so that none is ever without the others. What was sealed under a
master key that a rotation has retired is refused.

KEYS
  records  hash of one kind: id → revision, a blank, the record
  order    zset of the ids, all with score 0
  unique   hash: claim → id of its holder
  version  number of the last change of the whole registry
  changes  stream of changes; the id of an entry is its version
  audit    stream of operator actions
  retired  hash: id of a retired master key → id of the one in its place
ARGV
  kind        string
  id          string
  expected    integer  revision that the writer read; 0 for a new record
  record      string   the record as JSON
  claims      json<string[]>  what this record holds from now on
  released    json<string[]>  what it held at the expected revision
  auditEntry  string   the entry as JSON; empty for none
  kept        integer  changes kept for those who follow
  sealedUnder string   id of the master key under which something was sealed for this write; empty for none
RETURNS
  outcome   string   written, conflict, taken or retired
  revision  integer  of the record after the call; 0 where there is none
  holder    string   who holds the claim; of retired: the id of the master key to seal under
]]
--#include registry-change

local revision = revisionOf(records, id)
if revision ~= expected then
  return { 'conflict', revision, '' }
end
local successor = sealedUnder ~= '' and redis.call('HGET', retired, sealedUnder)
if successor then
  return { 'retired', revision, successor }
end
for _, claim in ipairs(claims) do
  local holder = redis.call('HGET', unique, claim)
  if holder and holder ~= id then
    return { 'taken', revision, holder }
  end
end

for _, claim in ipairs(released) do
  redis.call('HDEL', unique, claim)
end
for _, claim in ipairs(claims) do
  redis.call('HSET', unique, claim, id)
end
revision = numberChange(version, changes, audit, kind, id, auditEntry, kept)
redis.call('HSET', records, id, revision .. ' ' .. record)
redis.call('ZADD', order, 0, id)
return { 'written', revision, '' }
