type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null };

/** Reads a list to its end, page by page. */
export async function allPages<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
