import {
  type Candidate,
  orderMembers,
  type PoolMember,
  type ProviderKeyId,
  type Remaining,
  type Verdict,
} from '@palimpsest/domain';
import type { VendorStop } from '@palimpsest/state';
import { type Avoided, isAvoided, isLastResort, nothingAvoided } from '../failover/avoid.ts';
import { type Judged, type JudgeParts, judgeFor } from './judge.ts';
import { lastWords } from './last-words.ts';
import { type Ending, type Lease, type LeaseAsk, type LeaseParts, leasesFor } from './lease.ts';
import { createRankings, type Rankings } from './ranking.ts';
import type { Standings } from './standings.ts';
import type { VendorStops } from './vendor-stops.ts';

type SelectionAsk = Judged &
  LeaseAsk & {
    /** Tiers of members, the most preferred first. */
    readonly tiers: readonly (readonly PoolMember[])[];
    /** Members that were left out of them because they cannot serve the request. */
    readonly unable: readonly PoolMember[];
  };

/** The choice of keys for one request: asked again after each failure. */
export type KeyChoice = {
  /** The next key, reserved; `undefined` when none can take the request now. */
  next(avoided: Avoided): Promise<Lease | undefined>;
  /** An attempt failed and is being booked: the next key is reserved meanwhile, and given back where its vendor turns out to be stopped. */
  failed(ending: Ending): void;
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
  /** Gives back what was asked of Redis and not answered, when no more is asked for. */
  withdraw(): Promise<void>;
  /** The last word on every key: those looked at in the order of looking, then those that were not needed. */
  decisions(): readonly Candidate[];
};

export type Selection = { begin(ask: SelectionAsk): KeyChoice };

export type SelectionParts = JudgeParts &
  LeaseParts & {
    readonly standings: Standings;
    readonly vendorStops: VendorStops;
  };

const isSameTarget = (a: PoolMember, b: PoolMember): boolean =>
  a.upstreamModel === b.upstreamModel && a.key.provider === b.key.provider && a.key.baseUrl === b.key.baseUrl;

export function createSelection(parts: SelectionParts): Selection {
  const rankings = createRankings(parts.standings);
  return { begin: (ask) => beginChoice(parts, rankings, ask) };
}

function beginChoice(parts: SelectionParts, rankings: Rankings, ask: SelectionAsk): KeyChoice {
  const decisions = new Map<ProviderKeyId, Candidate>();
  const unable = new Set(ask.unable);
  const { needs, view, verdictOn, known, isTooLargeFor } = judgeFor(parts, ask);
  const note = (member: PoolMember, ...verdict: [Verdict, number | null, (readonly Remaining[])?]): void =>
    void decisions.set(member.key.id, verdictOn(member, ...verdict));
  const leases = leasesFor(parts, ask, needs, note);

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
        const lease = await leases.reserve(member);
        if (lease !== undefined) return { lease, asleep };
      } else {
        decisions.set(member.key.id, why);
        if (why.verdict !== 'disabled' && why.verdict !== 'unreadable') asleep.push(member);
      }
    }
    return { lease: undefined, asleep };
  };

  let lastAvoided = nothingAvoided;
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
    failed: (ending) => leases.failed(ending),
    marked({ member }, { state, untilMs, onModel }) {
      note(member, onModel ? 'model' : state, untilMs);
      parts.standings.mark(member, { state, untilMs, onModel });
    },
    unable({ member }) {
      decisions.delete(member.key.id);
      for (const other of ask.tiers.flat()) if (isSameTarget(other, member)) unable.add(other);
    },
    stopped: ({ member }, { untilMs }) => note(member, 'vendor', untilMs),
    withdraw: () => leases.withdraw(),
    decisions: () =>
      lastWords(decisions, unable, ask.tiers, (member) =>
        mayServe(member, lastAvoided, false) ? known(member) : undefined,
      ),
  };
}
