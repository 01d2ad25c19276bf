-- Whether the stream has a place for the event of one more request; `most` below 0: always. What is taken is read once for all calls of a
-- turn: who takes another place adds it.
local taken, isTakenKnown = 0, false

local function hasRoom(events, open, most)
  if most < 0 then return true end
  if not isTakenKnown then
    taken, isTakenKnown = redis.call('XLEN', events) + redis.call('ZCARD', open), true
  end
  return taken < most
end
