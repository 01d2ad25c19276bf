import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { readOldestRequests, unlistRequests } from './scripts.gen.ts';
import { decodeRow } from './usage-log-row.ts';

/** How long a request that left the log is still known to be counted: longer than any request and its leases take. */
const markedMs = 3_600_000;
/** Requests that one call takes out or forgets: some milliseconds of Redis. */
const mostAtOnce = 1000;

export type LogRetention = {
  /** Requests admitted before this (Unix ms) leave the log. */
  readonly keepFromMs: number;
  /** Requests that may stay, over all partitions. */
  readonly keepMost: number;
};

/** Up to where the log is taken out: what was admitted before a moment (Unix ms), and of what was admitted at it, these requests. */
type Bound = { readonly beforeMs: number; readonly andThen: string[] };

/**
 * Takes out of the log what is too old or too much, the oldest first over all partitions, and forgets what was taken out long ago. Goes on
 * until nothing is left to do or `signal` aborts, in steps between which others have their turn. Several that do it at once take out no
 * more than one of them would.
 * @returns how many requests left the log.
 */
export async function retainLog(
  redis: RedisClient,
  partitions: readonly string[],
  retention: LogRetention,
  signal?: AbortSignal,
): Promise<number> {
  for (let left = 0; ; ) {
    const step = await retainSome(redis, partitions, retention);
    left += step.left;
    if (!step.hasMore || signal?.aborted === true) return left;
  }
}

async function retainSome(
  redis: RedisClient,
  partitions: readonly string[],
  { keepFromMs, keepMost }: LogRetention,
): Promise<{ readonly left: number; readonly hasMore: boolean }> {
  const aged: Bound = { beforeMs: keepFromMs, andThen: [] };
  const { crowded, over } = await excess(redis, partitions, keepMost);
  const { beforeMs, andThen } = crowded !== undefined && crowded.beforeMs >= keepFromMs ? crowded : aged;
  const results = await Promise.all(
    partitions.map((partition) =>
      unlistRequests(
        redis,
        {
          log: keyspace.requestLog(partition),
          unlisted: keyspace.unlistedRequests(partition),
          entries: keyspace.requestEntries(partition),
          events: keyspace.usageEvents(partition),
          from: keyspace.requestLogFrom(partition),
        },
        { beforeMs, andThen, markedMs, most: mostAtOnce },
      ),
    ),
  );
  return {
    left: results.reduce((sum, { unlisted }) => sum + unlisted, 0),
    hasMore:
      over > mostAtOnce ||
      results.some(({ unlisted, forgotten }) => unlisted === mostAtOnce || forgotten === mostAtOnce),
  };
}

/** By how many there are too many, and up to where the oldest of them go. */
async function excess(
  redis: RedisClient,
  partitions: readonly string[],
  keepMost: number,
): Promise<{ readonly crowded: Bound | undefined; readonly over: number }> {
  const logs = partitions.map((partition) => keyspace.requestLog(partition));
  const counts = await Promise.all(logs.map((log) => redis.zcard(log)));
  if (sumOf(counts) <= keepMost) return { crowded: undefined, over: 0 };
  // How many and which are read as one: between two readings somebody else may take some out, which would be taken for more to take.
  const replies = await Promise.all(logs.map((log) => readOldestRequests(redis, { log }, { most: mostAtOnce })));
  const over = sumOf(replies.map(({ listed }) => listed)) - keepMost;
  const gone = replies
    .flatMap(({ oldest }) => rowsOf(oldest))
    .sort((one, other) => one.atMs - other.atMs || (one.row < other.row ? -1 : 1))
    .slice(0, Math.max(0, Math.min(over, mostAtOnce)));
  const beforeMs = gone.at(-1)?.atMs;
  if (beforeMs === undefined) return { crowded: undefined, over };
  const andThen = gone.filter(({ atMs }) => atMs === beforeMs).map(({ row }) => decodeRow(row).request);
  return { crowded: { beforeMs, andThen }, over };
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function rowsOf(flat: readonly string[]): { readonly row: string; readonly atMs: number }[] {
  const rows: { row: string; atMs: number }[] = [];
  for (let at = 0; at < flat.length; at += 2) rows.push({ row: flat[at] ?? '', atMs: Number(flat[at + 1]) });
  return rows;
}
