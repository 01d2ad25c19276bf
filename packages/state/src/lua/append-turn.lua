--[[
Store what one request adds to a session: a whole turn, or a piece of the one under way. The oldest turns are forgotten, each as a whole,
until the rest is no more than is kept; the last one has a bound of its own, since its calls wait for results. The same piece again (a command repeated after a lost connection) is stored once: two sealed pieces are never the same
bytes.

KEYS
  turns  list of encrypted pieces, the newest last
  meta   hash: sealed, startedAt, updatedAt, marks, bytes, last
ARGV
  turn      bytes    empty where it is too large to be kept
  name      string   its SHA-1, in hexadecimal
  sealed    bytes    the system prompt, encrypted; empty where the request had none: the session's stays
  begins    integer  1: a turn begins in it; 0: it goes on with the one under way
  behind    string   likewise, of the piece that must be the last one; empty: any may be
  replaced  json<string[]>  likewise, of stored pieces whose place it takes
  keep      integer  turns, in however many pieces
  mostBytes integer  of all pieces
  mostOfLast integer  bytes, where the last turn is all that is left
  ttlMs     integer
RETURNS
  stored  integer  0 where another piece was the last one, or none: nothing has changed
]]
--#include server-time

-- A repeat comes at once; no more pieces than this get between.
local RECENT = 8
-- What a piece is, as `marks` says it of each in turn.
local BEGINS, GOES_ON = '+', '-'

local isThere = redis.call('LPOS', turns, turn, 'RANK', -1, 'MAXLEN', RECENT)
local noted = redis.call('HMGET', meta, 'marks', 'bytes', 'last')
-- By its name: a piece may have megabytes, and nobody is served while they are hashed.
if behind ~= '' and not isThere and noted[3] ~= behind then return { 0 } end
local marks, bytes = noted[1] or '', tonumber(noted[2] or 0)
local length = redis.call('LLEN', turns)

local function sizeOf(pieces)
  local size = 0
  for _, piece in ipairs(pieces) do size = size + #piece end
  return size
end

-- Some were stored, or taken away, by a release that notes nothing of it: where turns begin is not known, and none is to be parted.
if #marks ~= length then
  if #marks > length then marks = '' end
  if marks == '' and length > 0 then marks = BEGINS end
  marks = marks .. string.rep(GOES_ON, length - #marks)
  bytes = sizeOf(redis.call('LRANGE', turns, 0, -1))
end

local wanted, left = {}, #replaced
for _, sha1 in ipairs(replaced) do wanted[sha1] = true end
local at = #marks
while left > 0 and at > 0 do
  local piece = redis.call('LINDEX', turns, at - 1)
  if wanted[redis.sha1hex(piece)] then
    redis.call('LREM', turns, -1, piece)
    bytes = bytes - #piece
    marks = string.sub(marks, 1, at - 1) .. string.sub(marks, at + 1)
    left = left - 1
  end
  at = at - 1
end

if turn ~= '' and not isThere then
  redis.call('RPUSH', turns, turn)
  bytes = bytes + #turn
  marks = marks .. (begins == 1 and BEGINS or GOES_ON)
  redis.call('HSET', meta, 'last', name)
elseif left < #replaced then
  redis.call('HDEL', meta, 'last')
end

local _, begun = string.gsub(marks, '%' .. BEGINS, '')
while begun > keep or bytes > mostBytes do
  local another = string.find(marks, BEGINS, 2, true)
  if not another and bytes <= mostOfLast then break end
  if string.sub(marks, 1, 1) == BEGINS then begun = begun - 1 end
  local nextTurn = another or #marks + 1
  bytes = bytes - sizeOf(redis.call('LRANGE', turns, 0, nextTurn - 2))
  redis.call('LTRIM', turns, nextTurn - 1, -1)
  marks = string.sub(marks, nextTurn)
end
if marks == '' then redis.call('HDEL', meta, 'last') end
redis.call('PEXPIRE', turns, ttlMs)

local now = serverTimeMs()
redis.call('HSETNX', meta, 'startedAt', now)
redis.call('HSET', meta, 'marks', marks, 'bytes', bytes, 'updatedAt', now)
if sealed ~= '' then redis.call('HSET', meta, 'sealed', sealed) end
redis.call('PEXPIRE', meta, ttlMs)
return { 1 }
