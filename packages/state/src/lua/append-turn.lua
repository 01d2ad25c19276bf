--[[
Store one whole turn of a session, and forget those before the window.

KEYS
  turns  list of encrypted turns, the newest last
  meta   hash: sealed, updatedAt
ARGV
  turn    bytes
  sealed  bytes
  keep    integer  turns of the window
  ttlMs   integer
RETURNS
  nowMs  integer
]]
--#include server-time

local now = serverTimeMs()
redis.call('RPUSH', turns, turn)
redis.call('LTRIM', turns, -keep, -1)
redis.call('PEXPIRE', turns, ttlMs)
redis.call('HSET', meta, 'sealed', sealed, 'updatedAt', now)
redis.call('PEXPIRE', meta, ttlMs)
return { now }
