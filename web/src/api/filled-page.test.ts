import { expect, it } from 'vitest';
import { filledPage } from './filled-page.ts';

const pages = [[], [1], [], [2, 3], [4]];

/** The list that `pages` is, and how often it was asked. */
const list = () => {
  const asked: (string | undefined)[] = [];
  const read = async (cursor: string | undefined) => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    return { data: pages[at] ?? [], next_cursor: at + 1 < pages.length ? String(at + 1) : null };
  };
  return { read, asked };
};

it('reads on over short and empty pages until there is enough', async () => {
  const { read, asked } = list();
  expect(await filledPage(read, undefined, 2)).toEqual({ data: [1, 2, 3], next_cursor: '4' });
  expect(asked).toEqual([undefined, '1', '2', '3']);
});

it('goes on from a cursor, and ends with the list', async () => {
  expect(await filledPage(list().read, '3', 10)).toEqual({ data: [2, 3, 4], next_cursor: null });
});
