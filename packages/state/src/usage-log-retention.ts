import { keyspace, type RedisKey } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { unlistRequests } from './scripts.gen.ts';

/** How long a request that left the log is still known to be counted: longer than any request and its leases take. */
const markedMs = 3_600_000;
/** Requests that one call takes out or forgets; more wait for the next. */
const mostAtOnce = 1000;

export type LogRetention = {
  /** Requests admitted before this (Unix ms) leave the log. */
  readonly keepFromMs: number;
  /** Requests that may stay, over all partitions. */
  readonly keepMost: number;
};

/**
 * Takes out of the log what is too old or too much, the oldest first over all partitions, and forgets what was taken out long ago.
 * @returns how many requests left the log; after `mostAtOnce` of a partition the rest is left to the next call.
 */
export async function retainLog(
  redis: RedisClient,
  partitions: readonly string[],
  retention: LogRetention,
): Promise<number> {
  const drops = await excess(redis, partitions, retention);
  const results = await Promise.all(
    partitions.map((partition, index) =>
      unlistRequests(
        redis,
        {
          log: keyspace.requestLog(partition),
          unlisted: keyspace.unlistedRequests(partition),
          entries: keyspace.requestEntries(partition),
          events: keyspace.usageEvents(partition),
          from: keyspace.requestLogFrom(partition),
        },
        { drop: drops[index] ?? 0, markedMs, most: mostAtOnce },
      ),
    ),
  );
  return results.reduce((sum, { unlisted }) => sum + unlisted, 0);
}

/** How many of each partition's oldest have to go. */
async function excess(
  redis: RedisClient,
  partitions: readonly string[],
  { keepFromMs, keepMost }: LogRetention,
): Promise<number[]> {
  const logs = partitions.map((partition) => keyspace.requestLog(partition));
  const [counts, aged] = await Promise.all([
    Promise.all(logs.map((log) => redis.zcard(log))),
    Promise.all(logs.map((log) => redis.zcount(log, '-inf', `(${keepFromMs}`))),
  ]);
  const over = counts.reduce((sum, count) => sum + count, 0) - keepMost;
  const crowded = over > 0 ? await oldestOf(redis, logs, Math.min(over, mostAtOnce)) : new Map<RedisKey, number>();
  return logs.map((log, index) => Math.min(Math.max(aged[index] ?? 0, crowded.get(log) ?? 0), mostAtOnce));
}

/** How many of the `count` oldest requests each log has. */
async function oldestOf(redis: RedisClient, logs: readonly RedisKey[], count: number): Promise<Map<RedisKey, number>> {
  const times = await Promise.all(
    logs.map(async (log) => {
      const flat = await redis.zrange(log, 0, String(count - 1), 'WITHSCORES');
      return flat.filter((_, at) => at % 2 === 1).map((atMs) => ({ log, atMs: Number(atMs) }));
    }),
  );
  const oldest = times.flat().sort((a, b) => a.atMs - b.atMs);
  const byLog = Map.groupBy(oldest.slice(0, count), ({ log }) => log);
  return new Map([...byLog].map(([log, rows]) => [log, rows.length]));
}
