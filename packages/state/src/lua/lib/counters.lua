--#include view
-- A counter is `<start of its window>:<taken>:<since>:<carried>`. Taken is what was used and what is reserved together; since is when it
-- counted for the first time in this window; carried is the part that came along from another quota group.
local START_OF, TAKEN, SINCE, CARRIED = 1, 2, 3, 4

local function counterFrom(text)
  local start, taken, since, carried = string.match(text, '^(%d+):(%d+):(%d+):(%d+)$')
  return { tonumber(start), tonumber(taken), tonumber(since), tonumber(carried) }
end

-- `..` would round at 14 digits; nano-dollars have 16.
local function counterText(counter)
  return string.format('%d:%d:%d:%d', unpack(counter))
end
