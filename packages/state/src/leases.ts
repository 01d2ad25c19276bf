import type { RedisKey } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { renewLeases as renew } from './scripts.gen.ts';

// Lua can spread a few thousand values into one call.
const mostAtOnce = 1000;

/** Moves the ends of held leases to `leaseMs` from Redis's now. Leases that ran out and were swept stay so. */
export async function renewLeases(
  redis: RedisClient,
  leases: RedisKey,
  holders: readonly string[],
  leaseMs: number,
): Promise<void> {
  const batches: Promise<unknown>[] = [];
  for (let from = 0; from < holders.length; from += mostAtOnce)
    batches.push(renew(redis, { leases }, { holders: holders.slice(from, from + mostAtOnce), leaseMs }));
  await Promise.all(batches);
}
