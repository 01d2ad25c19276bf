import {
  Ledger,
  PoisonedEvents,
  type RedisClient,
  UsageLog,
  UsageStream,
  UsageSums,
  usagePartitions,
} from '@palimpsest/state';
import { checkCounters } from './check-counters.ts';
import { checkSums, type SumsChecked } from './check-sums.ts';
import type { Difference, LedgerReport } from './report.ts';

export type LedgerOptions = {
  /** How long requests under way are waited for before a difference that they may explain is left open, milliseconds. */
  readonly patienceMs: number;
};

/**
 * Proves that the books agree: the request log with its sums, and log and reservations with the counters of users and keys in their
 * present windows. Reads only, and may be run on a house at work: what moves meanwhile is not taken for a difference.
 * Throws only where Redis is away.
 */
export async function verifyLedger(redis: RedisClient, { patienceMs }: LedgerOptions): Promise<LedgerReport> {
  const log = new UsageLog(redis);
  const stream = new UsageStream(redis);
  const parts = { log, stream, sums: new UsageSums(redis), ledger: new Ledger(redis), patienceMs };
  const sums = await Promise.all(usagePartitions.map((partition) => checkSums(parts, partition, Date.now())));
  const counters = await checkCounters(parts);
  return {
    differences: [
      ...sums.flatMap(({ differences }) => differences),
      ...counters.differences,
      ...(await poisonIn(new PoisonedEvents(redis))),
    ],
    explained: [...unknownIn(sums), ...counters.explained],
    checked: {
      requests: sums.reduce((sum, { requests }) => sum + requests, 0),
      days: new Set(sums.flatMap(({ days }) => days)).size,
      counters: counters.counters,
    },
  };
}

function unknownIn(sums: readonly SumsChecked[]): string[] {
  const unknown = sums.reduce((count, one) => count + one.unknown, 0);
  if (unknown === 0) return [];
  const which = unknown === 1 ? '1 sum of what has no price is' : `${unknown} sums of what has no price are`;
  return [`${which} of before such was counted, and not known.`];
}

/** What was set aside is missing in the log until it is replayed. */
async function poisonIn(poison: PoisonedEvents): Promise<Difference[]> {
  const counts = await Promise.all(
    usagePartitions.map(async (partition) => ({ partition, count: await poison.count(partition) })),
  );
  return counts
    .filter(({ count }) => count > 0)
    .map(({ partition, count }) => ({
      book: 'usage stream',
      subject: `partition ${partition}`,
      figure: 'entries set aside because nobody could read them',
      expected: 0n,
      found: BigInt(count),
    }));
}
