import { expect, it } from 'vitest';
import { allPages } from './all-pages.ts';

it('reads a list to its end, in order', async () => {
  const pages = new Map([
    [undefined, { data: [1, 2], next_cursor: 'a' }],
    ['a', { data: [3], next_cursor: 'b' }],
    ['b', { data: [], next_cursor: null }],
  ]);
  const read = async (cursor: string | undefined) => pages.get(cursor) ?? { data: [-1], next_cursor: null };
  expect(await allPages(read)).toEqual([1, 2, 3]);
});
