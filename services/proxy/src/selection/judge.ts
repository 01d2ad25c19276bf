import {
  type Candidate,
  decided,
  type LearnedLimit,
  type Needs,
  type OrderingView,
  type PoolMember,
  passedOver,
  type Remaining,
  requestsLeft,
  type Verdict,
} from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { allowsMore } from '../failover/allows-more.ts';
import { type CallSize, paceNeeds } from './call-size.ts';
import type { Standings } from './standings.ts';
import type { VendorStops } from './vendor-stops.ts';

export type JudgeParts = {
  readonly standings: Pick<Standings, 'of'>;
  readonly vendorStops: Pick<VendorStops, 'until'>;
  /** Unix ms by Redis's clock, as well as this proxy knows it. */
  readonly now: () => number;
  readonly meanPerRequest: () => { readonly tokens: number; readonly cost: number };
};

/** A request, as far as the order among keys depends on it. */
export type Judged = CallSize & {
  /** Vendors that served earlier turns of the session. */
  readonly familiarVendors: ReadonlySet<string>;
};

/** Members stay the same objects as long as the configuration does, and every call asks this of many. */
const knownNames = new WeakMap<PoolMember, string>();

/** The name under which a member's provider counts its model. */
export function countedAs(member: PoolMember): string {
  let name = knownNames.get(member);
  if (name === undefined) {
    name = providers[member.key.provider].limits.countedAs(member.upstreamModel);
    knownNames.set(member, name);
  }
  return name;
}

/** What can be said of the members of a pool for one request, without asking anybody. How keys stand is looked up for each question. */
export class Judge {
  readonly #parts: JudgeParts;
  readonly #familiarVendors: ReadonlySet<string>;
  /** What an attempt is expected to take of limits that providers told. */
  readonly needs: Needs;

  constructor(parts: JudgeParts, ask: Judged) {
    this.#parts = parts;
    this.#familiarVendors = ask.familiarVendors;
    this.needs = paceNeeds(ask, parts.meanPerRequest().tokens);
  }

  /** Everything that the order among members depends on, as of now. */
  view(): OrderingView {
    const { standings, meanPerRequest } = this.#parts;
    return {
      standingOf: (member) => standings.of(member),
      familiarVendors: this.#familiarVendors,
      countedAs,
      meanPerRequest: meanPerRequest(),
    };
  }

  /** A decision with what the member has left. `untilMs`: Unix ms. */
  verdictOn(
    member: PoolMember,
    verdict: Verdict,
    untilMs: number | null,
    remaining: readonly Remaining[] = [],
  ): Candidate {
    const meanPerRequest = this.#parts.meanPerRequest();
    const left = requestsLeft(member, { remaining, learned: this.#learnedOf(member) }, { countedAs, meanPerRequest });
    return decided(member, verdict, untilMs, Number.isFinite(left) ? Math.floor(left) : null);
  }

  /** Why Redis need not be asked for this member, by what is known of it now; `undefined`: ask. */
  known(member: PoolMember): Candidate | undefined {
    const { standings, vendorStops, now } = this.#parts;
    const standing = standings.of(member);
    const vendorStoppedUntilMs = vendorStops.until(member.key.vendor, member.upstreamModel, now());
    const paced = { countedAs: countedAs(member), needs: this.needs };
    const why = passedOver(member, { standing, vendorStoppedUntilMs, paced }, now());
    return why && this.verdictOn(member, why.verdict, why.untilMs, standing?.remaining);
  }

  /** Whether the request was too large for a key that allows so many tokens, and is for this one. */
  isTooLargeFor(member: PoolMember, largerThan: number | undefined): boolean {
    return (
      largerThan !== undefined &&
      !allowsMore(
        member,
        { learned: this.#learnedOf(member), countedAs: countedAs(member) },
        { largerThan, needs: this.needs },
      )
    );
  }

  #learnedOf(member: PoolMember): readonly LearnedLimit[] {
    return this.#parts.standings.of(member)?.learned ?? [];
  }
}
