import { costOf, type NanoUsd, type PoolMember, type PriceId, priceOn, type Usage, usageOf } from '@palimpsest/domain';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What a usage on this member costs at this moment (Unix ms). */
export function costOn(
  snapshot: Snapshot,
  member: PoolMember,
  askedModel: string,
  usage: Partial<Omit<Usage, 'totalTokens'>>,
  atMs: number,
): { readonly cost: NanoUsd; readonly priceId: PriceId } | undefined {
  const price = priceOn(member, askedModel, (target) => snapshot.price(target, atMs));
  return price === undefined ? undefined : { cost: costOf(price, usageOf(usage)), priceId: price.id };
}
