import { expect, it, vi } from 'vitest';
import { createShutdown } from './shutdown.ts';

it('ends every call that is under way when it begins, and each that comes later at once', () => {
  const shutdown = createShutdown();
  const [one, gone, late] = [vi.fn(), vi.fn(), vi.fn()];
  shutdown.onBegin(one);
  shutdown.onBegin(gone)();
  expect(one).not.toHaveBeenCalled();
  shutdown.begin();
  shutdown.begin();
  shutdown.onBegin(late);
  expect([one, gone, late].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
});
