import { type Price, priceInForce } from '@palimpsest/domain';
import type { PersistentMap } from './persistent-map.ts';
import type { Snapshot } from './snapshot.ts';

/** The prices of one version, found by model. It stays the same while no price changes. */
export type PriceBook = { readonly pricesById: PersistentMap<Price>; readonly price: Snapshot['price'] };

export function priceBookOf(pricesById: PersistentMap<Price>): PriceBook {
  let byModel: ReadonlyMap<string, readonly Price[]> | undefined;
  return {
    pricesById,
    price(target, atMs) {
      byModel ??= Map.groupBy(pricesById.values(), ({ model }) => model);
      return priceInForce(byModel.get(target.model) ?? [], target, atMs);
    },
  };
}
