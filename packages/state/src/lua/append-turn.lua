--[[
Store what one request adds to a session: a whole turn, or a piece of the one under way. The oldest turns before the window are forgotten,
each as a whole. The same piece again (a command repeated after a lost connection) is stored once: two sealed pieces are never the same
bytes.

KEYS
  turns  list of encrypted pieces, the newest last
  meta   hash: sealed, startedAt, updatedAt, marks
ARGV
  turn      bytes
  sealed    bytes    the system prompt, encrypted; empty where the request had none: the session's stays
  begins    integer  1: a turn begins with it; 0: it goes on with the one under way
  replaced  json<string[]>  SHA-1, in hexadecimal, of stored pieces whose place it takes
  keep      integer  turns, in however many pieces
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
local marks = redis.call('HGET', meta, 'marks') or ''
local length = redis.call('LLEN', turns)
-- Stored by a release that made no marks.
if #marks ~= length then marks = string.rep(BEGINS, length) end

local gone = {}
for _, sha1 in ipairs(replaced) do gone[sha1] = true end
local left, at = #replaced, #marks
while left > 0 and at > 0 do
  local old = redis.call('LINDEX', turns, at - 1)
  if gone[redis.sha1hex(old)] then
    redis.call('LREM', turns, -1, old)
    marks = string.sub(marks, 1, at - 1) .. string.sub(marks, at + 1)
    left = left - 1
  end
  at = at - 1
end

if not isThere then
  redis.call('RPUSH', turns, turn)
  marks = marks .. (begins == 1 and BEGINS or GOES_ON)
end

local _, begun = string.gsub(marks, '%' .. BEGINS, '')
while begun > keep do
  if string.sub(marks, 1, 1) == BEGINS then begun = begun - 1 end
  local nextTurn = string.find(marks, BEGINS, 2, true)
  redis.call('LTRIM', turns, nextTurn - 1, -1)
  marks = string.sub(marks, nextTurn)
end
redis.call('PEXPIRE', turns, ttlMs)

local now = serverTimeMs()
redis.call('HSETNX', meta, 'startedAt', now)
redis.call('HSET', meta, 'marks', marks, 'updatedAt', now)
if sealed ~= '' then redis.call('HSET', meta, 'sealed', sealed) end
redis.call('PEXPIRE', meta, ttlMs)
return { isThere and 0 or 1 }
