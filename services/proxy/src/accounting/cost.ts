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
  const target = { provider: key.provider, vendor: key.vendor };
  const price =
    snapshot.price({ ...target, model: upstreamModel }, atMs) ?? snapshot.price({ ...target, model: askedModel }, atMs);
  return price === undefined ? undefined : { cost: costOf(price, usageOf(usage)), priceId: price.id };
}
