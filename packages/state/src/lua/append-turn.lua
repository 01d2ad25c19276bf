--[[
Store one whole turn of a session, and forget those before the window. The same turn again (a command repeated after a lost
connection) is stored once: two sealed turns are never the same bytes.

KEYS
  turns  list of encrypted turns, the newest last
  meta   hash: sealed, startedAt, updatedAt
ARGV
  turn    bytes
  sealed  bytes    the system prompt, encrypted; empty where the request had none: the session's stays
  keep    integer  turns of the window
  ttlMs   integer
RETURNS
  stored  integer  0 where it was there
]]
--#include server-time

-- A repeat comes at once; no more turns than this get between.
local RECENT = 8

local isThere = redis.call('LPOS', turns, turn, 'RANK', -1, 'MAXLEN', RECENT)
if not isThere then redis.call('RPUSH', turns, turn) end
redis.call('LTRIM', turns, -keep, -1)
redis.call('PEXPIRE', turns, ttlMs)
local now = serverTimeMs()
redis.call('HSETNX', meta, 'startedAt', now)
redis.call('HSET', meta, 'updatedAt', now)
if sealed ~= '' then redis.call('HSET', meta, 'sealed', sealed) end
redis.call('PEXPIRE', meta, ttlMs)
return { isThere and 0 or 1 }
