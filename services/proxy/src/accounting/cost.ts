import { costOf, type NanoUsd, type PoolMember, type PriceId, type Usage, usageOf } from '@palimpsest/domain';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What a usage on this member costs at this moment (Unix ms), by the upstream's name of the model, else by the one the client asked for. */
export function costOn(
  snapshot: Snapshot,
  { key, upstreamModel }: PoolMember,
  askedModel: string,
  usage: Partial<Omit<Usage, 'totalTokens'>>,
  atMs: number,
): { readonly cost: NanoUsd; readonly priceId: PriceId } | undefined {
  const { provider, vendor } = key;
  const price =
    snapshot.price({ provider, vendor, model: upstreamModel }, atMs) ??
    snapshot.price({ provider, vendor, model: askedModel }, atMs);
  return price === undefined ? undefined : { cost: costOf(price, usageOf(usage)), priceId: price.id };
}
