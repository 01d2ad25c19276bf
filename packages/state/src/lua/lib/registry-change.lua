-- The revision of a stored record, which stands before it; 0 where there is none.
local function revisionOf(records, id)
  local stored = redis.call('HGET', records, id)
  return stored and tonumber(string.match(stored, '^%d+')) or 0
end

-- Numbers a change and tells those who follow, and the audit log.
local function numberChange(version, changes, audit, kind, id, auditEntry, kept)
  local number = redis.call('INCR', version)
  redis.call('XADD', changes, 'MAXLEN', '~', kept, number .. '-0', 'kind', kind, 'id', id)
  if auditEntry ~= '' then
    redis.call('XADD', audit, '*', 'entry', auditEntry)
  end
  return number
end
