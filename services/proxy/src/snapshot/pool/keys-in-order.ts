import { placeOf, type ServingKey, withGroupLimits } from '@palimpsest/domain';
import type { PersistentMap } from '../persistent-map.ts';

/** One key as requests see it before and after a change of the configuration; `undefined` where there was, or is, none. */
export type KeyChange = {
  readonly id: string;
  readonly before: ServingKey | undefined;
  readonly after: ServingKey | undefined;
};

type KeysById = PersistentMap<ServingKey>;
type Keys = readonly ServingKey[];

/** Every key with the limits of its group. The map has an order of its own; ids are ULIDs: sorted, they stand in the order in which they were made. */
export const keysInOrder = (keysById: KeysById): Keys =>
  withGroupLimits([...keysById.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));

/**
 * What the change of the record `id` makes of keys that were in order: it, and those of its groups whose limits are others now. All other keys
 * stay the same objects.
 */
export function changesOf(keys: Keys, keysById: KeysById, id: string): readonly KeyChange[] {
  const own = keysById.get(id);
  const found = keys[placeOf(keys, (key) => key.id < id)];
  const before = found?.id === id ? found : undefined;
  const groups = new Set([before?.quotaGroup, own?.quotaGroup]);
  const members = withChange(keys, { id, before, after: own }).filter(
    ({ quotaGroup }) => quotaGroup !== undefined && groups.has(quotaGroup),
  );
  const limited = withGroupLimits(members.flatMap((member) => keysById.get(member.id) ?? []));
  const others = limited.flatMap((after, at): KeyChange[] => {
    const was = members[at];
    return after.id === id || was === undefined || isSame(was.limits, after.limits)
      ? []
      : [{ id: after.id, before: was, after }];
  });
  return [{ id, before, after: limited.find((key) => key.id === id) ?? own }, ...others];
}

/** The keys in order after a change. */
export function withChange(keys: Keys, { id, after }: KeyChange): Keys {
  const place = placeOf(keys, (key) => key.id < id);
  return keys.toSpliced(place, keys[place]?.id === id ? 1 : 0, ...(after === undefined ? [] : [after]));
}

const isSame = (one: ServingKey['limits'], other: ServingKey['limits']): boolean =>
  one.length === other.length && one.every((limit, at) => limit === other[at]);
