type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null };

/**
 * Reads on until a page of a narrowed list has `least` items or the list ends: the gateway looks at a bounded part of a long list in each
 * call, so its pages may be short, or empty, before the last one.
 */
export async function filledPage<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
  from: string | undefined,
  least: number,
): Promise<Page<Item>> {
  let { data, next_cursor } = await read(from);
  while (data.length < least && next_cursor !== null) {
    const more = await read(next_cursor);
    data = [...data, ...more.data];
    next_cursor = more.next_cursor;
  }
  return { data, next_cursor };
}
