import { expect, it } from 'vitest';
import { readSeldom } from './read-seldom.ts';

it('however many ask, one reading goes out, and what it came to is theirs for a while', async () => {
  let readings = 0;
  const read = readSeldom(
    60_000,
    async () => ++readings,
    () => undefined,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(1);
});

it('a reading that fails is told of and leaves nothing, and the next may succeed', async () => {
  let readings = 0;
  const errors: unknown[] = [];
  const read = readSeldom(
    0,
    async () => {
      readings += 1;
      if (readings === 2) throw new Error('away');
      return readings;
    },
    (error) => errors.push(error),
  );
  expect([await read(), await read(), await read()]).toEqual([1, undefined, 3]);
  expect(errors).toMatchObject([{ message: 'away' }]);
});
