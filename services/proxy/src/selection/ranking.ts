import {
  compareRanks,
  inOrder,
  type OrderingView,
  type PoolMember,
  type ProviderKeyId,
  placeOf,
  type Rank,
  rankOf,
} from '@palimpsest/domain';
import type { Standings } from './standings.ts';

type Tier = readonly PoolMember[];
type View = Omit<OrderingView, 'familiarVendors' | 'standingOf'>;

/** The members of tiers in the order of `orderMembers`, at a cost that does not grow with their number. */
export type Rankings = {
  /** One after the other, as they stood when they were asked for. */
  of(tier: Tier, view: View, familiarVendors: ReadonlySet<string>): Iterable<PoolMember>;
};

/** Ranks that depend on what a mean request takes are kept until that has changed by so much. */
const meanMayGrow = 1.1;

type Ranking = {
  ranks: readonly Rank[];
  readonly byKey: Map<ProviderKeyId, Rank>;
  seen: number;
  readonly mean: View['meanPerRequest'];
};

/** Keeps the order of each tier from request to request, and moves in it only members of which something new was learned. */
export function createRankings(standings: Pick<Standings, 'of' | 'changedSince'>): Rankings {
  // Tiers stay the same objects as long as the configuration does.
  const known = new WeakMap<Tier, Ranking>();

  const rankAnew = (tier: Tier, view: OrderingView): Ranking => {
    const ranks = tier.map((member) => rankOf(member, view)).sort(compareRanks);
    const byKey = new Map(ranks.map((rank) => [rank.member.key.id, rank]));
    return { ranks, byKey, seen: standings.changedSince(0).seen, mean: view.meanPerRequest };
  };

  const update = (ranking: Ranking, keys: readonly ProviderKeyId[], view: OrderingView): void => {
    let moved: Rank[] | undefined;
    for (const key of new Set(keys)) {
      const before = ranking.byKey.get(key);
      if (before === undefined) continue;
      const now = rankOf(before.member, view);
      if (now.fullness === before.fullness && now.lastUsedAtMs === before.lastUsedAtMs) continue;
      // Requests under way go on in the order that they began with.
      moved ??= [...ranking.ranks];
      moved.splice(placeAmong(moved, before), 1);
      moved.splice(placeAmong(moved, now), 0, now);
      ranking.byKey.set(key, now);
    }
    ranking.ranks = moved ?? ranking.ranks;
  };

  return {
    of(tier, more, familiarVendors) {
      const view = { ...more, standingOf: (member: PoolMember) => standings.of(member), familiarVendors };
      let ranking = known.get(tier);
      const changed = standings.changedSince(ranking?.seen ?? 0);
      if (ranking === undefined || changed.keys === undefined || !isLike(ranking.mean, view.meanPerRequest)) {
        ranking = rankAnew(tier, view);
        known.set(tier, ranking);
      } else update(ranking, changed.keys, view);
      ranking.seen = changed.seen;
      return inOrder(ranking.ranks, familiarVendors);
    },
  };
}

const placeAmong = (ranks: readonly Rank[], rank: Rank): number =>
  placeOf(ranks, (other) => other !== rank && compareRanks(other, rank) < 0);

const isLike = (a: View['meanPerRequest'], b: View['meanPerRequest']): boolean =>
  isClose(a.tokens, b.tokens) && isClose(a.cost, b.cost);

const isClose = (a: number, b: number): boolean => a <= b * meanMayGrow && b <= a * meanMayGrow;
