import {
  attemptId,
  type Needs,
  nothingSpent,
  type PoolMember,
  type ProviderKeyId,
  quotaTag,
  type Remaining,
  type RequestId,
  type Verdict,
} from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import {
  concurrentLimit,
  type Hold,
  type KeyPool,
  type KeyRef,
  type Spent,
  type Use,
  windowsOf,
} from '@palimpsest/state';
import type { TellOverdrawn } from '../accounting/overdrawn.ts';
import { countedAs } from './judge.ts';
import type { Standings } from './standings.ts';
import type { VendorStops } from './vendor-stops.ts';

/** How long a reservation holds without being renewed: what a dead proxy leaves behind frees itself after it. Milliseconds. */
export const leaseMs = 45_000;

/** A key reserved for one attempt of one request. */
export type Lease = {
  readonly member: PoolMember;
  readonly tag: string;
  readonly attempt: string;
  /** Unix ms by Redis's clock. */
  readonly reservedAtMs: number;
  /** The key is coming back from a cooldown and this attempt is the one that finds out. */
  readonly probe: boolean;
  /** What the attempt was expected to take of limits that the provider told. */
  readonly needs: Needs;
  /** The reservation, should Redis lose it. */
  readonly hold: Hold | undefined;
};

export type LeaseParts = {
  readonly pool: Pick<KeyPool, 'reserve' | 'settle'>;
  readonly standings: Pick<Standings, 'observe'>;
  readonly vendorStops: Pick<VendorStops, 'until'>;
  readonly overdrawn: TellOverdrawn;
  /** Unix ms by Redis's clock, as well as this proxy knows it. */
  readonly now: () => number;
};

export type LeaseAsk = {
  readonly request: RequestId;
  /** What one attempt on this member is expected to use. */
  readonly expected: (member: PoolMember) => Spent;
};

/** Told what Redis said of a member that it was asked for. */
export type NoteVerdict = (
  member: PoolMember,
  verdict: Verdict,
  untilMs: number | null,
  remaining: readonly Remaining[],
) => void;

/** What an attempt spends that was never made: what was held of prompts and answers apart comes back, too. */
export const nothingUsed: Use = { ...nothingSpent, 'input-tokens': 0, 'output-tokens': 0 };

/** A failed attempt, while it is being booked. */
export type Ending = {
  /** Ends when it is known whether the failure stopped its vendor. */
  readonly judged: Promise<unknown>;
  /** By quota tag, what comes before any other attempt on a key of it: the share of its limits that comes back, the mark that it gets. */
  readonly before: ReadonlyMap<string, Promise<unknown>>;
};

export type Leases = {
  /** Reserves a member for an attempt: the same member again is another attempt. `undefined`: Redis did not grant it. */
  reserve(member: PoolMember): Promise<Lease | undefined>;
  /** An attempt failed: what is reserved from now on does not count where that has stopped its vendor. */
  failed(ending: Ending): void;
  /**
   * Gives back what was asked for without an answer: Redis may have carried it out, or still does. For a request that asks for no more. Never
   * rejects; where Redis stays away the leases run out.
   */
  withdraw(): Promise<void>;
};

/** The leases of one request. */
export function leasesFor(
  { pool, standings, vendorStops, overdrawn, now }: LeaseParts,
  { request, expected }: LeaseAsk,
  needs: Needs,
  note: NoteVerdict,
): Leases {
  const leased = new Map<ProviderKeyId, number>();
  const unanswered = new Map<string, KeyRef>();
  const endings = new Map<string, Promise<unknown>>();
  let judged: Promise<unknown> | undefined;
  const reserve = async (member: PoolMember): Promise<Lease | undefined> => {
    const { key, upstreamModel } = member;
    const tag = quotaTag(key);
    const before = leased.get(key.id) ?? 0;
    const attempt = attemptId(request, key.id, before);
    const concurrent = concurrentLimit(key.limits);
    const { calendars } = providers[key.provider].limits;
    if (endings.has(tag)) await endings.get(tag);
    const ref = { tag, key: key.id };
    unanswered.set(attempt, ref);
    const asked = pool.reserve({
      ...ref,
      attempt,
      model: upstreamModel,
      leaseMs,
      windows: windowsOf(key.limits, upstreamModel, now(), expected(member)),
      pace: { countedAs: countedAs(member), needs, calendars, nowMs: now() },
      ...(concurrent === undefined ? {} : { concurrent }),
    });
    // Asked in the same round trip as what the failure before has come to.
    const [reply] = judged === undefined ? [await asked] : await Promise.all([asked, judged]);
    unanswered.delete(attempt);
    standings.observe(member, reply);
    note(member, reply.granted ? 'chosen' : reply.why, reply.granted ? null : reply.untilMs, reply.remaining);
    if (!reply.granted) return undefined;
    leased.set(key.id, before + 1);
    const stoppedUntilMs = judged && vendorStops.until(key.vendor, upstreamModel, now());
    if (stoppedUntilMs !== undefined) {
      note(member, 'vendor', stoppedUntilMs, reply.remaining);
      await pool.settle({ ...ref, attempt, spent: nothingUsed, outcome: 'cancelled' });
      return undefined;
    }
    overdrawn({ of: 'key', id: tag }, reply);
    return { member, tag, attempt, reservedAtMs: reply.nowMs, probe: reply.probe, needs, hold: reply.hold };
  };
  return {
    reserve,
    failed(ending) {
      judged = ending.judged;
      for (const [tag, before] of ending.before) endings.set(tag, before);
    },
    async withdraw() {
      if (unanswered.size === 0) return;
      const withdrawn = [...unanswered].map(([attempt, ref]) =>
        pool.settle({ ...ref, attempt, spent: nothingUsed, outcome: 'cancelled' }),
      );
      unanswered.clear();
      await Promise.allSettled(withdrawn);
    },
  };
}
