-- What is used of a key shows in its counters and in the time of its last use. All other changes of what `read-key` tells raise this number, of
-- the key itself or of one that it shares them with: who read the key under the same one need not read it again.
local function noteChange()
  redis.call('HINCRBY', state, 'version', 1)
end
