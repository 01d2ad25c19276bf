/** A long list without an index for what is looked for. */
export type LookedThrough<Item> = {
  /** At most `count` items after a place. */
  readonly read: (after: string | undefined, count: number) => Promise<readonly Item[]>;
  readonly placeOf: (item: Item) => string;
  readonly isLike: (item: Item) => boolean;
};

/** `next`: the place after which to go on; `undefined`: the list holds no more of them. */
export type Found<Item> = { readonly found: readonly Item[]; readonly next: string | undefined };

/** How many items one call looks at, and how many of them are read together. */
export type Reach = { readonly most: number; readonly together: number };

/**
 * At most `limit` items like those looked for, after a place. The list is read in bulks until enough are found, and about `most` of it, so
 * that no call holds Redis or this process for long. Fewer than `limit`, or none, are therefore not the end: `next` says whether there is
 * more to look at.
 */
export async function lookThrough<Item>(
  { read, placeOf, isLike }: LookedThrough<Item>,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  { most, together }: Reach,
): Promise<Found<Item>> {
  const found: Item[] = [];
  let last = after;
  for (let seen = 0; seen < most; seen += together) {
    // One more says whether the list goes on.
    const items = await read(last, together + 1);
    const goesOn = items.length > together;
    for (const [index, item] of items.slice(0, together).entries()) {
      last = placeOf(item);
      if (!isLike(item) || found.push(item) < limit) continue;
      return { found, next: goesOn || index < items.length - 1 ? last : undefined };
    }
    if (!goesOn) return { found, next: undefined };
  }
  return { found, next: last };
}
