import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Patience } from './patience.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<void>(() => undefined);

/** What becomes of a wait; `undefined` as long as it lasts. */
function outcomeOf(wait: Promise<unknown>): () => unknown {
  let outcome: unknown;
  wait.then(
    (result) => {
      outcome = result;
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  return () => outcome;
}

test('a wait in vain leaves a moment to the next, whatever went well before', async () => {
  const patience = new Patience();
  const reply = Promise.withResolvers<string>();
  const first = outcomeOf(patience.within(reply.promise));
  await vi.advanceTimersByTimeAsync(700);
  reply.resolve('done');
  await vi.advanceTimersByTimeAsync(0);
  expect(first()).toBe('done');

  const second = outcomeOf(patience.within(never));
  await vi.advanceTimersByTimeAsync(790);
  expect(second()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(20);
  expect(isStoreUnavailable(second())).toBe(true);

  const third = outcomeOf(patience.within(never));
  await vi.advanceTimersByTimeAsync(160);
  expect(isStoreUnavailable(third())).toBe(true);
});

test('work that waits for several replies may take as long as they', async () => {
  const wait = outcomeOf(new Patience().within(never, 3));
  await vi.advanceTimersByTimeAsync(2390);
  expect(wait()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(20);
  expect(isStoreUnavailable(wait())).toBe(true);
});

test('what is there when the time is over was in time', async () => {
  const patience = new Patience();
  const over = outcomeOf(patience.within(never));
  await vi.advanceTimersByTimeAsync(1000);
  expect(isStoreUnavailable(over())).toBe(true);
  expect(await patience.within(Promise.resolve('there'))).toBe('there');
});
