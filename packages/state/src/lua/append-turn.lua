--[[
Store what one request adds to a session: a whole turn, or a piece of the one under way. The oldest turns are forgotten, each as a whole,
until the rest is no more than is kept; the last one has a bound of its own, since its calls wait for results. The same piece again (a command repeated after a lost connection) is stored once: two sealed pieces are never the same
bytes.

KEYS
  turns  list of encrypted pieces, the newest last
  meta   hash: sealed, startedAt, updatedAt, marks, bytes
ARGV
  turn      bytes    empty where it is too large to be kept
  sealed    bytes    the system prompt, encrypted; empty where the request had none: the session's stays
  begins    integer  1: a turn begins in it; 0: it goes on with the one under way
  replaced  json<string[]>  SHA-1, in hexadecimal, of stored pieces whose place it takes
  moved     json<string[]>  likewise, of those that it goes on with where others were stored since: they go behind these
  keep      integer  turns, in however many pieces
  mostBytes integer  of all pieces
  mostOfLast integer  bytes, where the last turn is all that is left
  ttlMs     integer
RETURNS
  stored  integer  0 where it was there
]]
--#include server-time

-- A repeat comes at once; no more pieces than this get between.
local RECENT = 8
-- What a piece is, as `marks` says it of each in turn.
local BEGINS, GOES_ON = '+', '-'

local isThere = redis.call('LPOS', turns, turn, 'RANK', -1, 'MAXLEN', RECENT)
local noted = redis.call('HMGET', meta, 'marks', 'bytes')
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

-- Takes out all of these, and gives them in their order, each with its mark.
local function takeOut(sha1s)
  local wanted, out = {}, {}
  for _, sha1 in ipairs(sha1s) do wanted[sha1] = true end
  local at = #marks
  while #out < #sha1s and at > 0 do
    local piece = redis.call('LINDEX', turns, at - 1)
    if wanted[redis.sha1hex(piece)] then
      redis.call('LREM', turns, -1, piece)
      table.insert(out, 1, { piece, string.sub(marks, at, at) })
      bytes = bytes - #piece
      marks = string.sub(marks, 1, at - 1) .. string.sub(marks, at + 1)
    end
    at = at - 1
  end
  return out
end

local function add(piece, mark)
  redis.call('RPUSH', turns, piece)
  bytes = bytes + #piece
  marks = marks .. mark
end

takeOut(replaced)
if not isThere then
  for _, piece in ipairs(takeOut(moved)) do add(unpack(piece)) end
  if turn ~= '' then add(turn, begins == 1 and BEGINS or GOES_ON) end
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
redis.call('PEXPIRE', turns, ttlMs)

local now = serverTimeMs()
redis.call('HSETNX', meta, 'startedAt', now)
redis.call('HSET', meta, 'marks', marks, 'bytes', bytes, 'updatedAt', now)
if sealed ~= '' then redis.call('HSET', meta, 'sealed', sealed) end
redis.call('PEXPIRE', meta, ttlMs)
return { isThere and 0 or 1 }
