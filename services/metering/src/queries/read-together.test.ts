import { expect, it } from 'vitest';
import { readTogether } from './read-together.ts';

const nothing = { days: async () => [], pulse: async () => new Map<string, string>() };

it('reads a day once for all who ask meanwhile, and anew for who asks after', async () => {
  const asked: string[] = [];
  const release = Promise.withResolvers<void>();
  const sums = readTogether({
    ...nothing,
    async rollup(partition, day) {
      asked.push(`${partition}/${day}`);
      await release.promise;
      return new Map([['requests', String(asked.length)]]);
    },
  });
  const together = [sums.rollup('0', 1), sums.rollup('0', 1), sums.rollup('1', 1), sums.rollup('0', 2)];
  expect(asked).toEqual(['0/1', '1/1', '0/2']);
  release.resolve();
  const [first, second] = await Promise.all(together);
  expect(second).toBe(first);
  await sums.rollup('0', 1);
  expect(asked).toHaveLength(4);
});

it('lets a reading that failed fail for those who shared it, and tries again for the next', async () => {
  let readings = 0;
  const sums = readTogether({
    ...nothing,
    async rollup() {
      readings += 1;
      if (readings === 1) throw new Error('Redis is away');
      return new Map();
    },
  });
  const together = await Promise.allSettled([sums.rollup('0', 1), sums.rollup('0', 1)]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await sums.rollup('0', 1)).toEqual(new Map());
});
