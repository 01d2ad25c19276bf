--[[
Put what a request really spent in the place of what it reserved. Once: a request settled before, or never reserved, changes nothing.

KEYS
  counters      hash: limit → counter
  reservations  hash: request → what it holds
  leases        zset: requests in flight by the end of their lease
  swept         zset: requests whose lease ran out, by the time to forget them
ARGV
  request  string
  spent    json<Spent>
RETURNS
  settled  integer  1 where this call did it
]]
--#include counters

return { settle(counters, reservations, leases, swept, request, spent) and 1 or 0 }
