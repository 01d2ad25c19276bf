-- Whether the stream has a place for the event of a request: an open one has had its own since it was opened.
local function hasPlace(events, open, request, most)
  if most < 0 or redis.call('ZSCORE', open, request) then return true end
  return redis.call('XLEN', events) + redis.call('ZCARD', open) < most
end
