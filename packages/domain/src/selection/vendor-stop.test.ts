import { expect, test } from 'vitest';
import { stoppedUntil } from './vendor-stop.ts';

test('a stop of one model keeps nobody from the others of that vendor, one of the whole vendor from all, until it is over', () => {
  const one = { model: 'one', untilMs: 300 };
  const all = { model: undefined, untilMs: 200 };
  expect(stoppedUntil([one], 'one', 100)).toBe(300);
  expect(stoppedUntil([one], 'other', 100)).toBeUndefined();
  expect(stoppedUntil([one, all], 'other', 100)).toBe(200);
  expect(stoppedUntil([all, one], 'one', 250)).toBe(300);
  expect(stoppedUntil([one, all], 'other', 200)).toBeUndefined();
});
