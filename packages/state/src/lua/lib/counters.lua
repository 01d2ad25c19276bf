--#include view
-- A counter is `<start of its window>:<taken>:<since>:<carried>`. Taken is what was used and what is reserved together; since is when it
-- counted for the first time in this window; carried is the part that came along from another quota group.
local START_OF, TAKEN, SINCE, CARRIED = 1, 2, 3, 4
-- Beyond 2^53 not every whole number is there, and `%d` writes nonsense from 2^63 on: a counter stays where it is right.
local MOST_TAKEN = 9007199254740991

-- False for what is no counter, which is as good as none: it must not stop the one whom it is of for ever.
local function counterFrom(text)
  local start, taken, since, carried = string.match(text, '^(%d+):(%d+):(%d+):(%d+)$')
  return start and { tonumber(start), tonumber(taken), tonumber(since), tonumber(carried) } or false
end

-- `..` would round at 14 digits; nano-dollars have 16.
local function counterText(counter)
  local taken, carried = math.min(counter[TAKEN], MOST_TAKEN), math.min(counter[CARRIED], MOST_TAKEN)
  return string.format('%d:%d:%d:%d', counter[START_OF], taken, counter[SINCE], carried)
end
