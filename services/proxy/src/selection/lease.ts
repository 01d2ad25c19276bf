import {
  attemptId,
  type Needs,
  nothingSpent,
  type PoolMember,
  type ProviderKeyId,
  quotaTag,
  type Remaining,
  type RequestId,
  type Spent,
  type Use,
  type Verdict,
} from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { concurrentLimit, type Hold, type KeyPool, type KeyRef, windowsOf } from '@palimpsest/state';
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

/** One that was asked for without an answer. */
type Unanswered = KeyRef & { readonly attempt: string };

/**
 * The leases of one request. Few of them are ever remembered here, and most requests have one: lists without room for more take the place of
 * maps, which every call under way would hold.
 */
export class Leases {
  readonly #parts: LeaseParts;
  readonly #request: RequestId;
  readonly #expected: LeaseAsk['expected'];
  readonly #needs: Needs;
  readonly #note: NoteVerdict;
  /** A key once for each attempt on it. */
  #leased: readonly ProviderKeyId[] = none;
  #unanswered: readonly Unanswered[] = none;
  /** The end of the attempt that failed last, and by quota tag what comes before any other on a key of it. */
  #judged: Promise<unknown> | undefined;
  #endings: ReadonlyMap<string, Promise<unknown>> | undefined;

  constructor(parts: LeaseParts, { request, expected }: LeaseAsk, needs: Needs, note: NoteVerdict) {
    this.#parts = parts;
    this.#request = request;
    this.#expected = expected;
    this.#needs = needs;
    this.#note = note;
  }

  /** Reserves a member for an attempt: the same member again is another attempt. `undefined`: Redis did not grant it. */
  async reserve(member: PoolMember): Promise<Lease | undefined> {
    const { pool, standings, vendorStops, overdrawn, now } = this.#parts;
    const { key, upstreamModel } = member;
    const tag = quotaTag(key);
    const before = this.#leased.filter((leased) => leased === key.id).length;
    const attempt = attemptId(this.#request, key.id, before);
    const concurrent = concurrentLimit(key.limits);
    const { calendars } = providers[key.provider].limits;
    const ending = this.#endings?.get(tag);
    if (ending !== undefined) await ending;
    const asking = { tag, key: key.id, attempt };
    this.#unanswered = this.#unanswered.concat(asking);
    const asked = pool.reserve({
      ...asking,
      model: upstreamModel,
      leaseMs,
      windows: windowsOf(key.limits, upstreamModel, now()),
      reserve: this.#expected(member),
      pace: { countedAs: countedAs(member), needs: this.#needs, calendars, nowMs: now() },
      ...(concurrent === undefined ? {} : { concurrent }),
    });
    // Asked in the same round trip as what the failure before has come to.
    const judged = this.#judged;
    const [reply] = judged === undefined ? [await asked] : await Promise.all([asked, judged]);
    this.#unanswered = this.#unanswered.filter((one) => one !== asking);
    standings.observe(member, reply);
    this.#note(member, reply.granted ? 'chosen' : reply.why, reply.granted ? null : reply.untilMs, reply.remaining);
    if (!reply.granted) return undefined;
    this.#leased = this.#leased.concat(key.id);
    const stoppedUntilMs = judged && vendorStops.until(key.vendor, upstreamModel, now());
    if (stoppedUntilMs !== undefined) {
      this.#note(member, 'vendor', stoppedUntilMs, reply.remaining);
      await pool.settle({ ...asking, spent: nothingUsed, outcome: 'cancelled' });
      return undefined;
    }
    overdrawn({ of: 'key', id: tag }, reply);
    const { nowMs: reservedAtMs, probe, hold } = reply;
    return { member, tag, attempt, reservedAtMs, probe, needs: this.#needs, hold };
  }

  /** An attempt failed: what is reserved from now on does not count where that has stopped its vendor. */
  failed(ending: Ending): void {
    this.#judged = ending.judged;
    this.#endings = new Map([...(this.#endings ?? []), ...ending.before]);
  }

  /**
   * Gives back what was asked for without an answer: Redis may have carried it out, or still does. For a request that asks for no more. Never
   * rejects; where Redis stays away the leases run out.
   */
  async withdraw(): Promise<void> {
    if (this.#unanswered.length === 0) return;
    const withdrawn = this.#unanswered.map((one) =>
      this.#parts.pool.settle({ ...one, spent: nothingUsed, outcome: 'cancelled' }),
    );
    this.#unanswered = none;
    await Promise.allSettled(withdrawn);
  }
}

/** Shared by all who have none. */
const none: readonly never[] = [];
