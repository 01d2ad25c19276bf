import type { ControlRegistry, StoredUser } from '../registry-records.ts';

/** What users are narrowed to; all of it must hold. */
export type UserFilter = {
  /** A part of the name, whatever its case. */
  readonly name?: string | undefined;
  readonly id?: string | undefined;
};

/** `next`: the id after which to go on; `undefined`: nobody else is like that. */
export type FoundUsers = { readonly users: readonly StoredUser[]; readonly next: string | undefined };

/** How many users one call looks at, and how many of them are read together. */
export type Reach = { readonly most: number; readonly together: number };

const reach: Reach = { most: 10_000, together: 1_000 };

/**
 * At most `limit` users after an id, in order of creation. Names are in no index: users are read in bulks until enough are found, and no
 * more than `most` of them, so that no call holds Redis or this process for long. Fewer than `limit`, or none, are therefore not the end;
 * `next` says whether there is more to look at.
 */
export async function findUsers(
  registry: ControlRegistry,
  { name, id }: UserFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  { most, together }: Reach = reach,
): Promise<FoundUsers> {
  const part = name === undefined ? undefined : folded(name);
  const isLike = (user: StoredUser) => part === undefined || folded(user.name).includes(part);
  if (id !== undefined) {
    const one = (await registry.get('users', id))?.value;
    return { users: one !== undefined && isLike(one) && (after ?? '') < one.id ? [one] : [], next: undefined };
  }
  const bulk = part === undefined ? limit : together;
  const users: StoredUser[] = [];
  let last = after;
  for (let seen = 0; seen < most; seen += bulk) {
    const records = await registry.page('users', { after: last, limit: bulk + 1 });
    for (const { value } of records.slice(0, bulk)) {
      last = value.id;
      if (isLike(value) && users.push(value) === limit)
        return { users, next: isLast(records, last) ? undefined : last };
    }
    if (records.length <= bulk) return { users, next: undefined };
  }
  return { users, next: last };
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const isLast = (records: readonly { readonly id: string }[], id: string): boolean => records.at(-1)?.id === id;
