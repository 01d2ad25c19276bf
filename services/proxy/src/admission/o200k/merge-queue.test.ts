import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMergeQueue, noPair, rankIn, startIn } from './merge-queue.ts';

const pair = fc.tuple(fc.nat(199_998), fc.nat(2 ** 32 - 1));

it('gives what was put in, by rank and then by start, over and over', () => {
  const queue = createMergeQueue();
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 200 }), (pairs) => {
      queue.reset(pairs.length);
      for (const [rank, start] of pairs) queue.push(rank, start);
      const taken = pairs.map(() => queue.pop()).map((one) => [rankIn(one), startIn(one)]);
      expect(taken).toEqual(pairs.toSorted(([a, b], [c, d]) => a - c || b - d));
      expect(queue.pop()).toBe(noPair);
    }),
  );
});

it('forgets what was left in it', () => {
  const queue = createMergeQueue();
  queue.reset(2);
  queue.push(1, 1);
  queue.reset(2);
  expect(queue.pop()).toBe(noPair);
});
