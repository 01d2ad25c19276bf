import {
  attemptId,
  type Needs,
  type PoolMember,
  type ProviderKeyId,
  quotaTag,
  type Remaining,
  type RequestId,
  type Verdict,
} from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { concurrentLimit, type Hold, type KeyPool, type Spent, windowsOf } from '@palimpsest/state';
import type { TellOverdrawn } from '../accounting/overdrawn.ts';
import { countedAs } from './judge.ts';
import type { Standings } from './standings.ts';

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
  readonly pool: Pick<KeyPool, 'reserve'>;
  readonly standings: Pick<Standings, 'observe'>;
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

/** Reserves members for the attempts of one request: the same member again is another attempt. `undefined`: Redis did not grant it. */
export function leasesFor(
  { pool, standings, overdrawn, now }: LeaseParts,
  { request, expected }: LeaseAsk,
  needs: Needs,
  note: NoteVerdict,
): (member: PoolMember) => Promise<Lease | undefined> {
  const leased = new Map<ProviderKeyId, number>();
  return async (member) => {
    const { key, upstreamModel } = member;
    const tag = quotaTag(key);
    const before = leased.get(key.id) ?? 0;
    const attempt = attemptId(request, key.id, before);
    const concurrent = concurrentLimit(key.limits);
    const { calendars } = providers[key.provider].limits;
    const reply = await pool.reserve({
      tag,
      key: key.id,
      attempt,
      model: upstreamModel,
      leaseMs,
      windows: windowsOf(key.limits, upstreamModel, now(), expected(member)),
      pace: { countedAs: countedAs(member), needs, calendars, nowMs: now() },
      ...(concurrent === undefined ? {} : { concurrent }),
    });
    standings.observe(member, reply);
    note(member, reply.granted ? 'chosen' : reply.why, reply.granted ? null : reply.untilMs, reply.remaining);
    if (!reply.granted) return undefined;
    overdrawn({ of: 'key', id: tag }, reply);
    leased.set(key.id, before + 1);
    return { member, tag, attempt, reservedAtMs: reply.nowMs, probe: reply.probe, needs, hold: reply.hold };
  };
}
