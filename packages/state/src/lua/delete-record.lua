--[[
Delete one record of the registry, if nobody wrote it meanwhile, with its claims; the change and its audit entry go with it.

KEYS
  records  hash of one kind: id → revision, a blank, the record
  order    zset of the ids, all with score 0
  unique   hash: claim → id of its holder
  version  number of the last change of the whole registry
  changes  stream of changes; the id of an entry is its version
  audit    stream of operator actions
ARGV
  kind        string
  id          string
  expected    integer  revision that the writer read
  released    json<string[]>  what the record held at that revision
  auditEntry  string   the entry as JSON; empty for none
  kept        integer  changes kept for those who follow
RETURNS
  outcome   string   deleted or conflict
  revision  integer  of the change, or of the record that is there instead; 0 where there is none
]]
--#include registry-change

local revision = revisionOf(records, id)
if revision == 0 or revision ~= expected then
  return { 'conflict', revision }
end

for _, claim in ipairs(released) do
  redis.call('HDEL', unique, claim)
end
redis.call('HDEL', records, id)
redis.call('ZREM', order, id)
return { 'deleted', numberChange(version, changes, audit, kind, id, auditEntry, kept) }
