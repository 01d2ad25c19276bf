import { z } from 'zod';

const mostPerPage = 200;

/** `limit` and `cursor` of a list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(mostPerPage).default(50),
  cursor: z.string().min(1).max(200).optional().meta({ description: 'From `next_cursor` of the page before.' }),
};

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable() });

/** Cuts what was read with one more than `limit` to a page; the cursor is that of its last item. */
export function pageOf<Item>(items: readonly Item[], limit: number, cursorOf: (item: Item) => string) {
  const data = items.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: items.length > limit && last !== undefined ? cursorOf(last) : null };
}
