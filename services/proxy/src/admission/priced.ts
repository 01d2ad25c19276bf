import type { PoolMember } from '@palimpsest/domain';

type Tier = readonly PoolMember[];

/** Tiers stay the same objects as long as the configuration does. */
const known = new WeakMap<Tier, Tier>();

/** One member for each price that may hold in a tier: what is true of its cost is true of every other's. */
export function pricedAlike(tier: Tier): Tier {
  let members = known.get(tier);
  if (members === undefined) {
    const byPrice = new Map(tier.map((member) => [priceOf(member), member]));
    members = [...byPrice.values()];
    known.set(tier, members);
  }
  return members;
}

/** The members that have a price; the same tiers where all have one. */
export const pricedTiers = (tiers: readonly Tier[], isPriced: (member: PoolMember) => boolean): readonly Tier[] =>
  tiers.map((tier) => (pricedAlike(tier).every(isPriced) ? tier : tier.filter(isPriced)));

const priceOf = ({ key, upstreamModel }: PoolMember): string => `${key.provider}\n${key.vendor}\n${upstreamModel}`;
