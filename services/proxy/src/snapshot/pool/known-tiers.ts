import {
  memberOf,
  membersOf,
  type PoolMember,
  placeOf,
  type Route,
  routeTargets,
  type ServingKey,
} from '@palimpsest/domain';
import type { KeyChange } from './keys-in-order.ts';

type Tier = readonly PoolMember[];

/** The tiers of one public name, with what it takes to go on with them when a key changes. */
export type KnownTiers = {
  readonly targets: ReturnType<typeof routeTargets>;
  /** One for each target. */
  readonly all: readonly Tier[];
  /** Those that somebody is in. */
  readonly tiers: readonly Tier[];
};

export function tiersAnew(keys: readonly ServingKey[], route: Route | undefined, name: string): KnownTiers {
  const targets = routeTargets(route, name);
  return known(
    targets,
    targets.map((target) => membersOf(keys, target)),
  );
}

/** The tiers after a change of one key. What it is not in stays the same objects, and all members but its own do. */
export function tiersAfter(before: KnownTiers, change: KeyChange): KnownTiers {
  const all = before.targets.map((target, at) => {
    const tier = before.all[at] ?? [];
    const [was, is] = [change.before, change.after].map((key) =>
      key === undefined ? undefined : memberOf(key, target),
    );
    return was === undefined && is === undefined ? tier : withMember(tier, change.id, is);
  });
  return all.every((tier, at) => tier === before.all[at]) ? before : known(before.targets, all);
}

const known = (targets: KnownTiers['targets'], all: readonly Tier[]): KnownTiers => ({
  targets,
  all,
  tiers: all.filter((tier) => tier.length > 0),
});

/** Members stand in the order of their keys' ids. */
function withMember(tier: Tier, id: string, member: PoolMember | undefined): Tier {
  const place = placeOf(tier, ({ key }) => key.id < id);
  return tier.toSpliced(place, tier[place]?.key.id === id ? 1 : 0, ...(member === undefined ? [] : [member]));
}
