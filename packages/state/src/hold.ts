import type { Spent } from '@palimpsest/domain';
import type { RedisKey } from './keyspace.ts';
import { freshMs, timedOut } from './patience.ts';
import type { RedisClient } from './redis-client.ts';
import type { Replication, Trace } from './replication.ts';
import { restoreReservation } from './scripts.gen.ts';
import { inTime } from './stale.ts';
import type { LimitWindows } from './windows.ts';

type HoldKeys = Readonly<Record<'counters' | 'reservations' | 'leases' | 'swept', RedisKey>>;

/** A reservation as whoever made it remembers it, for the case that its server gives way to one that knows nothing of it. */
export type Hold = {
  readonly id: string;
  readonly windows: LimitWindows;
  readonly reserve: Spent;
  /** Milliseconds. */
  readonly leaseMs: number;
  /** Unix ms by Redis's clock. */
  readonly reservedAtMs: number;
  /** The same moment by this process's clock (`performance.now()`), or a little later. */
  readonly heardAtMs: number;
  /** Whether a replica has it. Never rejects. */
  readonly kept: Promise<boolean>;
};

/** Remembers a reservation that was just granted, where servers give way to others. Whether it was kept is looked up at once. */
export function holdOf(
  replication: Replication | undefined,
  leases: RedisKey,
  reservation: Omit<Hold, 'kept' | 'heardAtMs'>,
): Hold | undefined {
  if (replication === undefined) return undefined;
  const kept = replication.fate(lease(leases, reservation.id, 'there')).then(
    (fate) => fate === 'kept',
    () => false,
  );
  return { ...reservation, heardAtMs: performance.now(), kept };
}

/**
 * Before a reservation is settled: makes it again where nobody is known to have kept it. The same again counts once. Where this throws it
 * is not done later either: a server that was frozen refuses what it finds too late, and so does the one that it is sent on to.
 *
 * @throws what `isStoreUnavailable` knows where Redis is away.
 */
export async function restore(redis: RedisClient, keys: HoldKeys, hold: Hold | undefined): Promise<void> {
  if (hold === undefined || (await hold.kept)) return;
  const { id, windows, reserve, leaseMs, reservedAtMs, heardAtMs } = hold;
  const done = (aheadMs: number) =>
    inTime(windows, (seen) => {
      const untilMs = Math.round(performance.now() + aheadMs + freshMs);
      return restoreReservation(redis, keys, { id, leaseMs, windows: seen, takes: reserve, reservedAtMs, untilMs });
    });
  const first = await done(reservedAtMs - heardAtMs);
  if (first.verdict !== 'late') return;
  // The server's clock was not as expected: it is known now.
  const second = await done(first.nowMs - performance.now());
  if (second.verdict === 'late') throw timedOut();
}

/**
 * Resolves once the settlement of a reservation is safe. Throws, as for Redis being away, where another server has taken the place of the
 * one that settled it, and knows nothing of that.
 */
export async function settledForGood(replication: Replication, leases: RedisKey, id: string): Promise<void> {
  if ((await replication.fate(lease(leases, id, 'gone'))) === 'lost') throw timedOut();
}

/** What is reserved has a lease, and what is settled has none. */
const lease = (leases: RedisKey, id: string, is: 'there' | 'gone'): Trace => ({
  key: leases,
  command: 'zscore',
  args: [id],
  shows: (score) => (score === null) === (is === 'gone'),
});
