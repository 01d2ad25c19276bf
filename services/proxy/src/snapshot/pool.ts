import {
  type PoolMember,
  type Route,
  type ServingKey,
  tiersOf,
  upstreamModel,
  withGroupLimits,
} from '@palimpsest/domain';
import type { PersistentMap } from './persistent-map.ts';

type Tiers = readonly (readonly PoolMember[])[];

/** The keys and routes of one version, with what requests ask of them. It stays the same while only users or prices change. */
export type Pool = {
  readonly keysById: PersistentMap<ServingKey>;
  readonly routesByName: PersistentMap<Route>;
  readonly keys: () => readonly ServingKey[];
  readonly tiers: (model: string) => Tiers;
  readonly modelNames: () => readonly string[];
};

/** Names whose tiers are kept; clients choose the names, so there must be an end. */
const namesKept = 1000;

export function poolOf(keysById: PersistentMap<ServingKey>, routesByName: PersistentMap<Route>): Pool {
  let keys: readonly ServingKey[] | undefined;
  let modelNames: readonly string[] | undefined;
  const tiersByName = new Map<string, Tiers>();

  const pool: Pool = {
    keysById,
    routesByName,
    keys() {
      // The map has an order of its own. Ids are ULIDs: sorted, they stand in the order in which the keys were made.
      keys ??= withGroupLimits([...keysById.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
      return keys;
    },
    tiers(model) {
      const known = tiersByName.get(model);
      const tiers = known ?? tiersOf(pool.keys(), routesByName.get(model), model);
      // The name asked for last stands last, so the first one is the one to forget.
      tiersByName.delete(model);
      tiersByName.set(model, tiers);
      if (tiersByName.size > namesKept) tiersByName.delete(tiersByName.keys().next().value ?? model);
      return tiers;
    },
    modelNames() {
      modelNames ??= modelNamesOf(pool);
      return modelNames;
    },
  };
  return pool;
}

function modelNamesOf({ keys, routesByName }: Pool): readonly string[] {
  const names = new Set<string>();
  for (const route of routesByName.values()) names.add(route.name);
  for (const key of keys()) {
    if (!key.enabled) continue;
    for (const entry of key.models) {
      const name = typeof entry === 'string' ? entry : entry.name;
      if (!name.includes('*')) names.add(name);
    }
    for (const name of key.listedModels) if (upstreamModel(key, name) !== undefined) names.add(name);
  }
  return [...names].sort();
}
