import { type Found, lookThrough, type Reach } from '../look-through.ts';
import type { ControlRegistry, StoredUser } from '../registry-records.ts';

/** What users are narrowed to; all of it must hold. */
export type UserFilter = {
  /** A part of the name, whatever its case. */
  readonly name?: string | undefined;
  readonly id?: string | undefined;
};

const reach: Reach = { most: 10_000, together: 1_000 };

/** At most `limit` users after an id, in order of creation. Names are in no index: users are looked through for one, a part in each call. */
export async function findUsers(
  registry: ControlRegistry,
  { name, id }: UserFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  within = reach,
): Promise<Found<StoredUser>> {
  const part = name === undefined ? undefined : folded(name);
  const isLike = (user: StoredUser) => part === undefined || folded(user.name).includes(part);
  if (id !== undefined) {
    const one = (await registry.get('users', id))?.value;
    return { found: one !== undefined && isLike(one) && (after ?? '') < one.id ? [one] : [], next: undefined };
  }
  const read = async (last: string | undefined, count: number) =>
    (await registry.page('users', { after: last, limit: count })).map(({ value }) => value);
  const list = { read, placeOf: (user: StoredUser) => user.id, isLike };
  return lookThrough(list, { after, limit }, part === undefined ? { most: limit, together: limit } : within);
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
