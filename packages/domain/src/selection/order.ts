import { isCap, isCapped, limitAmount, limitName } from '../limit.ts';
import type { PoolMember, Standing } from './candidate.ts';
import { isOn } from './pacing.ts';

/** Everything the order depends on, as data. */
export type OrderingView = {
  standingOf(member: PoolMember): Standing | undefined;
  /** Vendors that served earlier turns of this session. */
  readonly familiarVendors: ReadonlySet<string>;
  /** The name under which a member's provider counts the model. */
  countedAs(member: PoolMember): string;
  /** Mean tokens and nano-dollars of a request: what a key capped only in those counts in. */
  readonly meanPerRequest: { readonly tokens: number; readonly cost: number };
};

/**
 * The contract's order among keys that can serve: capped before uncapped, familiar vendors first, the fuller capped key first,
 * the least recently used uncapped one first; of equal keys the one made first.
 */
export function orderMembers(members: readonly PoolMember[], view: OrderingView): PoolMember[] {
  const ranks = members.map((member) => rankOf(member, view)).sort(compareRanks);
  return [...inOrder(ranks, view.familiarVendors)];
}

/** Where a member stands among others, for a caller whom no vendor is familiar to. */
export type Rank = {
  readonly member: PoolMember;
  readonly capped: boolean;
  readonly fullness: number;
  readonly lastUsedAtMs: number;
};

/** The rank of a member by what is known of it now. */
export function rankOf(member: PoolMember, view: Omit<OrderingView, 'familiarVendors'>): Rank {
  const standing = view.standingOf(member);
  const capped = isCapped(member.key.limits);
  return {
    member,
    capped,
    fullness: capped ? requestsLeft(member, standing, view) : 0,
    lastUsedAtMs: capped ? 0 : (standing?.lastUsedAtMs ?? 0),
  };
}

/** Negative where `a` goes first. Never 0 for two members. */
export function compareRanks(a: Rank, b: Rank): number {
  if (a.capped !== b.capped) return a.capped ? -1 : 1;
  if (a.fullness !== b.fullness) return b.fullness > a.fullness ? 1 : -1;
  return a.lastUsedAtMs - b.lastUsedAtMs || (a.member.key.id < b.member.key.id ? -1 : 1);
}

/**
 * The members behind sorted ranks, one after the other as they are wanted: those of familiar vendors first among capped and among uncapped.
 */
export function* inOrder(ranks: readonly Rank[], familiarVendors: ReadonlySet<string>): Generator<PoolMember> {
  if (familiarVendors.size === 0) {
    for (const { member } of ranks) yield member;
    return;
  }
  for (const capped of [true, false])
    for (const familiar of [true, false])
      for (const { member, capped: is } of ranks)
        if (is === capped && familiarVendors.has(member.key.vendor) === familiar) yield member;
}

/**
 * Requests that a key can still serve under its tightest day or month limit, its operator's or one that its provider told; infinite where
 * there is none.
 */
export function requestsLeft(
  member: PoolMember,
  standing: Pick<Standing, 'remaining' | 'learned'> | undefined,
  { meanPerRequest: mean, countedAs }: Pick<OrderingView, 'meanPerRequest' | 'countedAs'>,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (const limit of member.key.limits) {
    if (!isCap(limit)) continue;
    const left = remainingOf(limitName(limit), standing) ?? limitAmount(limit);
    const perRequest =
      limit.metric === 'requests' ? 1 : Math.max(1, limit.metric === 'tokens' ? mean.tokens : mean.cost);
    least = Math.min(least, left / perRequest);
  }
  if (standing === undefined || standing.learned.length === 0) return Math.max(0, least);
  const name = countedAs(member);
  for (const told of standing.learned) {
    if (!isOn(told, name) || (told.period !== 'day' && told.period !== 'month') || told.remaining === null) continue;
    if (told.metric === 'requests') least = Math.min(least, told.remaining);
    if (told.metric === 'tokens') least = Math.min(least, told.remaining / Math.max(1, mean.tokens));
  }
  return Math.max(0, least);
}

function remainingOf(name: string, standing: Pick<Standing, 'remaining'> | undefined): number | undefined {
  for (const entry of standing?.remaining ?? []) if (entry.limit === name) return entry.remaining;
  return undefined;
}
