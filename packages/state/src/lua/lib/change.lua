local NUMBER_KEPT_FOR_MS = 7 * 24 * 3600 * 1000

-- What is used of a key shows in its counters and in the time of its last use. All other changes of what `read-key` tells raise this number, of
-- the key itself or of one that it shares them with: who read the key under the same one need not read it again.
-- A key that was deleted meanwhile has nothing but this number: alone it goes by itself. Once it has, the key looks changed, which is harmless.
local function noteChange()
  redis.call('HINCRBY', state, 'version', 1)
  if redis.call('HLEN', state) == 1 then redis.call('PEXPIRE', state, NUMBER_KEPT_FOR_MS) end
end

-- Keeps of the key itself what must outlast that.
local function noteOfKey(...)
  redis.call('HSET', state, ...)
  redis.call('PERSIST', state)
end
