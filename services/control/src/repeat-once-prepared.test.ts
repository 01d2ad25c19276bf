import { expect, it, vi } from 'vitest';
import { repeatOncePrepared } from './repeat-once-prepared.ts';

function startRounds() {
  const prepared = Promise.withResolvers<void>();
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds += 1;
  };
  const repeated = repeatOncePrepared(prepared.promise, 1, work, (error) => expect.fail(String(error)));
  return { prepare: prepared.resolve, repeated, rounds: () => rounds };
}

it('begins once control is prepared, and goes on until stopped', async () => {
  const { prepare, repeated, rounds } = startRounds();
  expect(rounds()).toBe(0);
  prepare();
  await vi.waitFor(() => expect(rounds()).toBeGreaterThan(2));
  await repeated.stop();
});

it('does nothing where it was stopped before control was prepared', async () => {
  const { prepare, repeated, rounds } = startRounds();
  const stopped = repeated.stop();
  prepare();
  await stopped;
  expect(rounds()).toBe(0);
});
