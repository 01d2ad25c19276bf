--#include whole-text
-- A hash or sorted set as all calls of one turn see it: an entry is read once, what one call puts there the next one finds, and everything
-- is written as one when all are done. Until then nothing of theirs is in Redis: a function that fails has changed nothing.
-- Its places: `unpacked` and `packed` turn what lies there into what the calls work on, and back.
local KEY, UNPACKED, PACKED, ENTRIES, IS_ZSET, CHANGED = 1, 2, 3, 4, 5, 6

local function hashView(key, unpacked, packed)
  return { key, unpacked, packed, {}, false, false }
end

local function packedView(key)
  return hashView(key, cmsgpack.unpack, cmsgpack.pack)
end

local function zsetView(key)
  return { key, tonumber, wholeText, {}, true, false }
end

-- False where there is none.
local function entryAt(view, name)
  local entry = view[ENTRIES][name]
  if entry == nil then
    local found = redis.call(view[IS_ZSET] and 'ZSCORE' or 'HGET', view[KEY], name)
    entry = found and view[UNPACKED](found)
    view[ENTRIES][name] = entry
  end
  return entry
end

-- Reads all of these, of which none is known yet.
local function look(view, names)
  if #names == 1 then
    entryAt(view, names[1])
    return
  end
  local found = redis.call(view[IS_ZSET] and 'ZMSCORE' or 'HMGET', view[KEY], unpack(names))
  for i = 1, #names do view[ENTRIES][names[i]] = found[i] and view[UNPACKED](found[i]) end
end

-- With false the entry is dropped.
local function put(view, name, entry)
  view[ENTRIES][name] = entry
  local changed = view[CHANGED]
  if changed then changed[name] = true else view[CHANGED] = { [name] = true } end
end

-- Writes what was put.
local function keep(view)
  if not view[CHANGED] then return end
  local kept, dropped, isZset = {}, {}, view[IS_ZSET]
  for name in pairs(view[CHANGED]) do
    local entry = view[ENTRIES][name]
    if entry then
      local packed, at = view[PACKED](entry), #kept
      kept[at + 1], kept[at + 2] = isZset and packed or name, isZset and name or packed
    else
      dropped[#dropped + 1] = name
    end
  end
  if #kept > 0 then redis.call(isZset and 'ZADD' or 'HSET', view[KEY], unpack(kept)) end
  if #dropped > 0 then redis.call(isZset and 'ZREM' or 'HDEL', view[KEY], unpack(dropped)) end
end
