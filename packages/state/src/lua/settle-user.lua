--[[
Put what a request really spent in the place of what it reserved. Once: a request settled before, or never reserved, changes nothing;
save one that was settled by an event of lower rank, for which this comes in place.

KEYS
  counters      hash: limit → counter
  reservations  hash: request → what it holds
  leases        zset: requests in flight by the end of their lease
  swept         zset: requests whose lease ran out, by the time to forget them
ARGV
  request  string
  spent    json<Spent>
  rank     string  of the event that tells it, ranks compare as texts; empty: nothing else will ever be told
RETURNS
  settled  integer  1 where this call did it
BATCHED
]]
--#include settle

lookForReservations(ids)

--#each
return { settle(request, spent, rank ~= '' and rank or nil) and 1 or 0 }

--#after
keepBook()
