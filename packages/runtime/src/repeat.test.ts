import { expect, it, onTestFinished, vi } from 'vitest';
import { repeat } from './repeat.ts';

it('runs at once and again and again, also after an error, which is handed over', async () => {
  let runs = 0;
  const errors: unknown[] = [];
  const repeated = repeat(
    1,
    async () => {
      runs += 1;
      if (runs === 2) throw new Error('not now');
    },
    (error) => errors.push(error),
  );
  expect(runs).toBe(1);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3));
  await repeated.stop();
  expect(errors).toMatchObject([{ message: 'not now' }]);
});

it('stops once the run under way has ended, and begins no other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const work = Promise.withResolvers<void>();
  let runs = 0;
  let stopped = false;
  const repeated = repeat(
    0,
    async () => {
      runs += 1;
      await work.promise;
    },
    (error) => expect.fail(String(error)),
  );
  const stopping = repeated.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  work.resolve();
  await stopping;
  expect(vi.getTimerCount()).toBe(0);
  expect(runs).toBe(1);
});
