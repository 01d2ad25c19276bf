--#include view
-- A mark is { state, until, reason, generation, run, probe }. Until 0: by hand. State `open`: after its deadline content was
-- seen; all may use the key, and only the run of failures is remembered until a success.
local STATE, UNTIL, REASON, GENERATION, RUN, PROBE = 1, 2, 3, 4, 5, 6
local PROBE_WAIT_MS = 1000

local function markAt(hash, field)
  local packed = redis.call('HGET', hash, field)
  return packed and cmsgpack.unpack(packed) or nil
end

local function putMark(hash, field, mark)
  redis.call('HSET', hash, field, cmsgpack.pack(mark))
end

local function isInForce(mark, now)
  return mark ~= nil and mark[STATE] ~= 'open' and (mark[UNTIL] == 0 or mark[UNTIL] > now)
end

-- `leased` is the view of the leases of attempts in flight.
local function isProbed(mark, now, leased)
  if mark[PROBE] == '' then return false end
  local ends = entryAt(leased, mark[PROBE])
  return ends and ends > now
end

-- What a mark says to an attempt: `pass`, `probe`, `probing` (another one is trying), or its own state; and until when.
local function gate(mark, now, leased)
  if mark == nil or mark[STATE] == 'open' then return 'pass', 0 end
  if isInForce(mark, now) then return mark[STATE], mark[UNTIL] end
  if isProbed(mark, now, leased) then return 'probing', now + PROBE_WAIT_MS end
  return 'probe', 0
end
