import {
  type Candidate,
  decided,
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

/** What can be said of the members of a pool for one request, without asking anybody. */
export type Judge = {
  /** What an attempt is expected to take of limits that providers told. */
  readonly needs: Needs;
  readonly view: () => OrderingView;
  /** A decision with what the member has left. `untilMs`: Unix ms. */
  readonly verdictOn: (
    member: PoolMember,
    verdict: Verdict,
    untilMs: number | null,
    remaining?: readonly Remaining[],
  ) => Candidate;
  /** Why Redis need not be asked for this member, by what is known of it now; `undefined`: ask. */
  readonly known: (member: PoolMember) => Candidate | undefined;
  /** Whether the request was too large for a key that allows so many tokens, and is for this one. */
  readonly isTooLargeFor: (member: PoolMember, largerThan: number | undefined) => boolean;
};

/** The name under which a member's provider counts its model. */
export const countedAs = ({ key, upstreamModel }: PoolMember): string =>
  providers[key.provider].limits.countedAs(upstreamModel);

/** The judge of one request: what it needs is reckoned once, how keys stand is looked up for each question. */
export function judgeFor({ standings, vendorStops, meanPerRequest, now }: JudgeParts, ask: Judged): Judge {
  const needs = paceNeeds(ask, meanPerRequest().tokens);
  const learnedOf = (member: PoolMember) => standings.of(member)?.learned ?? [];
  const view: Judge['view'] = () => ({
    standingOf: (member) => standings.of(member),
    familiarVendors: ask.familiarVendors,
    countedAs,
    meanPerRequest: meanPerRequest(),
  });
  const verdictOn: Judge['verdictOn'] = (member, verdict, untilMs, remaining = []) => {
    const left = requestsLeft(member, { remaining, learned: learnedOf(member) }, view());
    return decided(member, verdict, untilMs, Number.isFinite(left) ? Math.floor(left) : null);
  };
  return {
    needs,
    view,
    verdictOn,
    known(member) {
      const standing = standings.of(member);
      const vendorStoppedUntilMs = vendorStops.until(member.key.vendor, member.upstreamModel, now());
      const paced = { countedAs: countedAs(member), needs };
      const why = passedOver(member, { standing, vendorStoppedUntilMs, paced }, now());
      return why && verdictOn(member, why.verdict, why.untilMs, standing?.remaining);
    },
    isTooLargeFor: (member, largerThan) =>
      largerThan !== undefined &&
      !allowsMore(member, { learned: learnedOf(member), countedAs: countedAs(member) }, { largerThan, needs }),
  };
}
