import type { PoolMember, Route, ServingKey } from '@palimpsest/domain';
import { emptyMap, type PersistentMap } from '../persistent-map.ts';
import { changesOf, keysInOrder, withChange } from './keys-in-order.ts';
import { type KnownTiers, tiersAfter, tiersAnew } from './known-tiers.ts';
import { changesNames, modelNamesOf } from './model-names.ts';

/**
 * The keys and routes of one version, with what requests ask of them. It stays the same while only users or prices change. One that is made of
 * it goes on with all that the change does not touch, as the same objects: others keep what they know of tiers and members by them.
 */
export type Pool = {
  readonly keysById: PersistentMap<ServingKey>;
  readonly routesByName: PersistentMap<Route>;
  readonly keys: () => readonly ServingKey[];
  readonly tiers: (model: string) => readonly (readonly PoolMember[])[];
  readonly modelNames: () => readonly string[];
  /** With another record of a key; `undefined` takes it out. */
  readonly withKey: (id: string, key: ServingKey | undefined) => Pool;
  /** With another record of a route; `undefined` takes it out. */
  readonly withRoute: (name: string, route: Route | undefined) => Pool;
};

/** What has been worked out so far. */
type Known = {
  readonly keys?: readonly ServingKey[] | undefined;
  readonly modelNames?: readonly string[] | undefined;
  /** By public name; the one asked for last stands last. */
  readonly tiers: Map<string, KnownTiers>;
};

/** Names whose tiers are kept; clients choose the names, so there must be an end. */
const namesKept = 1000;

export const emptyPool = (): Pool => poolOf(emptyMap(), emptyMap(), { tiers: new Map() });

function poolOf(keysById: PersistentMap<ServingKey>, routesByName: PersistentMap<Route>, known: Known): Pool {
  let { keys, modelNames } = known;
  const { tiers: tiersByName } = known;

  const pool: Pool = {
    keysById,
    routesByName,
    keys() {
      keys ??= keysInOrder(keysById);
      return keys;
    },
    tiers(model) {
      const those = tiersByName.get(model) ?? tiersAnew(pool.keys(), routesByName.get(model), model);
      tiersByName.delete(model);
      tiersByName.set(model, those);
      // The first one is the one to forget.
      if (tiersByName.size > namesKept) tiersByName.delete(tiersByName.keys().next().value ?? model);
      return those.tiers;
    },
    modelNames() {
      modelNames ??= modelNamesOf(pool.keys(), routesByName.values());
      return modelNames;
    },
    withKey(id, key) {
      const next = key === undefined ? keysById.without(id) : keysById.with(id, key);
      if (keys === undefined) return poolOf(next, routesByName, { tiers: new Map() });
      const changes = changesOf(keys, next, id);
      const tiers = [...tiersByName].map(([name, those]) => [name, changes.reduce(tiersAfter, those)] as const);
      return poolOf(next, routesByName, {
        keys: changes.reduce(withChange, keys),
        modelNames: changes.some(changesNames) ? undefined : modelNames,
        tiers: new Map(tiers),
      });
    },
    withRoute(name, route) {
      const next = route === undefined ? routesByName.without(name) : routesByName.with(name, route);
      const isNew = (route === undefined) !== (routesByName.get(name) === undefined);
      const tiers = new Map(tiersByName);
      tiers.delete(name);
      return poolOf(keysById, next, { keys, modelNames: isNew ? undefined : modelNames, tiers });
    },
  };
  return pool;
}
