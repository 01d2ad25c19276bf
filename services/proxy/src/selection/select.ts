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
import { Judge, type Judged, type JudgeParts } from './judge.ts';
import { lastWords } from './last-words.ts';
import { type Ending, type Lease, type LeaseAsk, type LeaseParts, Leases } from './lease.ts';
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

/** A mark as it holds. `untilMs`: Unix ms; `null`: until somebody acts. */
type Mark = {
  readonly state: 'sleeping' | 'exhausted' | 'suspended';
  readonly untilMs: number | null;
  readonly onModel: boolean;
};

/** The choice of keys for one request: asked again after each failure. */
export type KeyChoice = {
  /** The next key, reserved; `undefined` when none can take the request now. */
  next(avoided: Avoided): Promise<Lease | undefined>;
  /** An attempt failed and is being booked: the next key is reserved meanwhile, and given back where its vendor turns out to be stopped. */
  failed(ending: Ending): void;
  /** Notes the mark that a failed attempt left on its key. */
  marked(lease: Lease, mark: Mark): void;
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
  return { begin: (ask) => new Choice(parts, rankings, ask) };
}

/** Many are held at once, each for as long as its call: hence one object for all that it does, and of what was asked only what it needs. */
class Choice implements KeyChoice {
  readonly #parts: SelectionParts;
  readonly #rankings: Rankings;
  readonly #tiers: SelectionAsk['tiers'];
  readonly #familiarVendors: ReadonlySet<string>;
  readonly #judge: Judge;
  readonly #leases: Leases;
  readonly #decisions = new Map<ProviderKeyId, Candidate>();
  #unable: ReadonlySet<PoolMember>;
  #lastAvoided = nothingAvoided;

  constructor(parts: SelectionParts, rankings: Rankings, ask: SelectionAsk) {
    this.#parts = parts;
    this.#rankings = rankings;
    this.#tiers = ask.tiers;
    this.#familiarVendors = ask.familiarVendors;
    this.#unable = ask.unable.length === 0 ? nobody : new Set(ask.unable);
    this.#judge = new Judge(parts, ask);
    this.#leases = new Leases(parts, ask, this.#judge.needs, (member, ...verdict) => this.#note(member, ...verdict));
  }

  async next(avoided: Avoided): Promise<Lease | undefined> {
    this.#lastAvoided = avoided;
    const passes = avoided.lastResort.size === 0 ? [false] : [false, true];
    const asleep: PoolMember[][] = [];
    for (const lastResort of passes) {
      for (const tier of this.#tiers) {
        const members = this.#rankings.of(tier, this.#judge.view(), this.#familiarVendors);
        const found = await this.#firstGranted(members, (member) => this.#mayServe(member, avoided, lastResort));
        if (found.lease !== undefined) return found.lease;
        if (found.asleep.length > 0) asleep.push(found.asleep);
      }
    }
    if (asleep.length === 0) return undefined;
    // Another proxy or an operator may have woken one since it was last read: nobody is refused on old knowledge.
    const keys = asleep.flat().map(({ key }) => key);
    await Promise.all([
      this.#parts.standings.refresh(keys),
      this.#parts.vendorStops.refresh([...new Set(keys.map(({ vendor }) => vendor))]),
    ]);
    for (const members of asleep) {
      const { lease } = await this.#firstGranted(orderMembers(members, this.#judge.view()), () => true);
      if (lease !== undefined) return lease;
    }
    return undefined;
  }

  failed(ending: Ending): void {
    this.#leases.failed(ending);
  }

  marked({ member }: Lease, { state, untilMs, onModel }: Mark): void {
    this.#note(member, onModel ? 'model' : state, untilMs);
    this.#parts.standings.mark(member, { state, untilMs, onModel });
  }

  unable({ member }: Lease): void {
    this.#decisions.delete(member.key.id);
    this.#unable = new Set([...this.#unable, ...this.#tiers.flat().filter((other) => isSameTarget(other, member))]);
  }

  stopped({ member }: Lease, { untilMs }: VendorStop): void {
    this.#note(member, 'vendor', untilMs);
  }

  withdraw(): Promise<void> {
    return this.#leases.withdraw();
  }

  decisions(): readonly Candidate[] {
    return lastWords(this.#decisions, this.#unable, this.#tiers, (member) =>
      this.#mayServe(member, this.#lastAvoided, false) ? this.#judge.known(member) : undefined,
    );
  }

  #note(member: PoolMember, ...verdict: [Verdict, number | null, (readonly Remaining[])?]): void {
    this.#decisions.set(member.key.id, this.#judge.verdictOn(member, ...verdict));
  }

  #mayServe(member: PoolMember, avoided: Avoided, lastResort: boolean): boolean {
    return (
      !this.#unable.has(member) &&
      !isAvoided(avoided, member) &&
      isLastResort(avoided, member) === lastResort &&
      !this.#judge.isTooLargeFor(member, avoided.largerThan)
    );
  }

  /** The first of these that Redis grants; those that are known to be asleep are not asked. */
  async #firstGranted(
    members: Iterable<PoolMember>,
    mayServe: (member: PoolMember) => boolean,
  ): Promise<{ lease: Lease | undefined; asleep: PoolMember[] }> {
    const asleep: PoolMember[] = [];
    for (const member of members) {
      if (!mayServe(member)) continue;
      const why = this.#judge.known(member);
      if (why === undefined) {
        const lease = await this.#leases.reserve(member);
        if (lease !== undefined) return { lease, asleep };
      } else {
        this.#decisions.set(member.key.id, why);
        if (why.verdict !== 'disabled' && why.verdict !== 'unreadable') asleep.push(member);
      }
    }
    return { lease: undefined, asleep };
  }
}

const nobody: ReadonlySet<PoolMember> = new Set();
