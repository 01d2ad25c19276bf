import type { Configuration } from './configuration.ts';
import type { Snapshot } from './snapshot.ts';

/** The form that requests read. What it derives of keys, routes and prices is derived once, and kept while they stay the same. */
export function snapshotOf(configuration: Configuration, version: number): Snapshot {
  const { users, holders, pool, priceBook, dataKeys, countsTokens } = configuration;
  return {
    version,
    userByKeyHash: (sha256) => holders.get(sha256),
    user: (id) => users.get(id),
    key: (id) => pool.keysById.get(id),
    get keys() {
      return pool.keys();
    },
    route: (name) => pool.routesByName.get(name),
    tiers: pool.tiers,
    get modelNames() {
      return pool.modelNames();
    },
    price: priceBook.price,
    dataKey: (id) => dataKeys.get(id),
    countsTokens,
    newestDataKey: [...dataKeys.values()].find((dataKey) => dataKey.newest),
  };
}
