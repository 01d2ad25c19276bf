import {
  attemptId,
  type Candidate,
  decided,
  type Needs,
  orderMembers,
  type PoolMember,
  type ProviderKeyId,
  quotaTag,
  type Remaining,
  type RequestId,
  type Verdict,
} from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { concurrentLimit, type Hold, type KeyPool, type Spent, type VendorStop, windowsOf } from '@palimpsest/state';
import type { TellOverdrawn } from '../accounting/overdrawn.ts';
import { type Avoided, isAvoided, isLastResort, nothingAvoided } from '../failover/avoid.ts';
import { countedAs, type Judged, type JudgeParts, judgeFor } from './judge.ts';
import { createRankings, type Rankings } from './ranking.ts';
import type { Standings } from './standings.ts';
import type { VendorStops } from './vendor-stops.ts';

/** How long a reservation holds without being renewed: what a dead proxy leaves behind frees itself after it. Milliseconds. */
export const leaseMs = 45_000;

/** Keys that were not needed are listed up to this many: a log entry stays small however large the pool. */
const shownAtMost = 32;

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

type SelectionAsk = Judged & {
  readonly request: RequestId;
  /** Tiers of members, the most preferred first. */
  readonly tiers: readonly (readonly PoolMember[])[];
  /** Members that were left out of them because they cannot serve the request. */
  readonly unable: readonly PoolMember[];
  /** What one attempt on this member is expected to use. */
  readonly expected: (member: PoolMember) => Spent;
};

/** The choice of keys for one request: asked again after each failure. */
export type KeyChoice = {
  /** The next key, reserved; `undefined` when none can take the request now. */
  next(avoided: Avoided): Promise<Lease | undefined>;
  /** Notes the mark that a failed attempt left on its key. */
  marked(
    lease: Lease,
    mark: {
      readonly state: 'sleeping' | 'exhausted' | 'suspended';
      readonly untilMs: number | null;
      readonly onModel: boolean;
    },
  ): void;
  /** Notes that this member cannot be asked for what the request holds: no key is, that leads to the same model at the same address. */
  unable(lease: Lease): void;
  /** Notes that a failed attempt stopped its vendor as a whole. */
  stopped(lease: Lease, stop: VendorStop): void;
  /** The last word on every key: those looked at in the order of looking, then those that were not needed. */
  decisions(): readonly Candidate[];
};

export type Selection = { begin(ask: SelectionAsk): KeyChoice };

export type SelectionParts = JudgeParts & {
  readonly pool: Pick<KeyPool, 'reserve'>;
  readonly standings: Standings;
  readonly vendorStops: VendorStops;
  readonly overdrawn: TellOverdrawn;
};

const isSameTarget = (a: PoolMember, b: PoolMember): boolean =>
  a.upstreamModel === b.upstreamModel && a.key.provider === b.key.provider && a.key.baseUrl === b.key.baseUrl;

/** As many as are shown, without looking at the others. */
function firstOf(tiers: readonly (readonly PoolMember[])[], wanted: (member: PoolMember) => boolean): PoolMember[] {
  const found: PoolMember[] = [];
  for (const tier of tiers)
    for (const member of tier) {
      if (found.length === shownAtMost) return found;
      if (wanted(member)) found.push(member);
    }
  return found;
}

export function createSelection(parts: SelectionParts): Selection {
  const rankings = createRankings(parts.standings);
  return { begin: (ask) => beginChoice(parts, rankings, ask) };
}

function beginChoice(parts: SelectionParts, rankings: Rankings, ask: SelectionAsk): KeyChoice {
  const decisions = new Map<ProviderKeyId, Candidate>();
  const leased = new Map<ProviderKeyId, number>();
  const unable = new Set(ask.unable);
  const { needs, view, verdictOn, known, isTooLargeFor } = judgeFor(parts, ask);
  const note = (member: PoolMember, ...verdict: [Verdict, number | null, (readonly Remaining[])?]): void =>
    void decisions.set(member.key.id, verdictOn(member, ...verdict));

  const reserve = async (member: PoolMember): Promise<Lease | undefined> => {
    const tag = quotaTag(member.key);
    const before = leased.get(member.key.id) ?? 0;
    const attempt = attemptId(ask.request, member.key.id, before);
    const concurrent = concurrentLimit(member.key.limits);
    const windows = windowsOf(member.key.limits, member.upstreamModel, parts.now(), ask.expected(member));
    const reply = await parts.pool.reserve({
      tag,
      key: member.key.id,
      attempt,
      model: member.upstreamModel,
      leaseMs,
      windows,
      pace: {
        countedAs: countedAs(member),
        needs,
        calendars: providers[member.key.provider].limits.calendars,
        nowMs: parts.now(),
      },
      ...(concurrent === undefined ? {} : { concurrent }),
    });
    parts.standings.observe(member, reply);
    note(member, reply.granted ? 'chosen' : reply.why, reply.granted ? null : reply.untilMs, reply.remaining);
    if (!reply.granted) return undefined;
    parts.overdrawn({ of: 'key', id: tag }, reply);
    leased.set(member.key.id, before + 1);
    return {
      member,
      tag,
      attempt,
      reservedAtMs: reply.nowMs,
      probe: reply.probe,
      needs,
      hold: reply.hold,
    };
  };

  /** The first of these that Redis grants; those that are known to be asleep are not asked. */
  const firstGranted = async (
    members: Iterable<PoolMember>,
    mayServe: (member: PoolMember) => boolean,
  ): Promise<{ lease: Lease | undefined; asleep: PoolMember[] }> => {
    const asleep: PoolMember[] = [];
    for (const member of members) {
      if (!mayServe(member)) continue;
      const why = known(member);
      if (why === undefined) {
        const lease = await reserve(member);
        if (lease !== undefined) return { lease, asleep };
      } else {
        decisions.set(member.key.id, why);
        if (why.verdict !== 'disabled' && why.verdict !== 'unreadable') asleep.push(member);
      }
    }
    return { lease: undefined, asleep };
  };

  let lastAvoided = nothingAvoided();
  const mayServe = (member: PoolMember, avoided: Avoided, lastResort: boolean): boolean =>
    !unable.has(member) &&
    !isAvoided(avoided, member) &&
    isLastResort(avoided, member) === lastResort &&
    !isTooLargeFor(member, avoided.largerThan);

  return {
    async next(avoided) {
      lastAvoided = avoided;
      const passes = avoided.lastResort.size === 0 ? [false] : [false, true];
      const asleep: PoolMember[] = [];
      for (const lastResort of passes) {
        for (const tier of ask.tiers) {
          const found = await firstGranted(rankings.of(tier, view(), ask.familiarVendors), (member) =>
            mayServe(member, avoided, lastResort),
          );
          if (found.lease !== undefined) return found.lease;
          asleep.push(...found.asleep);
        }
      }
      if (asleep.length === 0) return undefined;
      // Another proxy or an operator may have woken one since it was last read: nobody is refused on old knowledge.
      await Promise.all([
        parts.standings.refresh(asleep.map(({ key }) => key)),
        parts.vendorStops.refresh([...new Set(asleep.map(({ key }) => key.vendor))]),
      ]);
      return (await firstGranted(orderMembers(asleep, view()), () => true)).lease;
    },
    marked({ member }, { state, untilMs, onModel }) {
      note(member, onModel ? 'model' : state, untilMs);
      parts.standings.mark(member, { state, untilMs, onModel });
    },
    unable({ member }) {
      decisions.delete(member.key.id);
      for (const other of ask.tiers.flat()) if (isSameTarget(other, member)) unable.add(other);
    },
    stopped: ({ member }, { untilMs }) => note(member, 'vendor', untilMs),
    decisions() {
      const rest = firstOf(ask.tiers, (member) => !decisions.has(member.key.id) && !unable.has(member));
      // Nobody had to look at them, but they would not all have served.
      const lastWord = (member: PoolMember): Candidate =>
        (mayServe(member, lastAvoided, false) ? known(member) : undefined) ?? decided(member, 'not-needed');
      return [
        ...decisions.values(),
        ...[...unable].slice(0, shownAtMost).map((member) => decided(member, 'unable')),
        ...rest.map(lastWord),
      ];
    },
  };
}
