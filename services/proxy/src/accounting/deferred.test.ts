import { decodeUsageEvent } from '@palimpsest/contracts';
import { gatewayKeyId, requestId, usageOf, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { createDeferred } from './deferred.ts';
import { refusedEvent } from './usage-event.ts';

const event = () =>
  refusedEvent(
    {
      caller: { user: { id: userId(randomId('usr')) }, gatewayKey: gatewayKeyId(randomId('gk')) } as never,
      envelope: { requestId: requestId(randomId('req')), startedAt: 0 } as never,
      model: 'gpt-fine',
      stream: false,
    },
    1,
    Date.now(),
  );

test('an event is appended after what must be there before it, and not at all as long as that cannot be done', async () => {
  const done: string[] = [];
  let away = true;
  const deferred = createDeferred({ append: async ({ request }) => void done.push(request) });
  const [first, second] = [event(), event()];
  deferred.keep(first, async () => {
    if (away) throw new Error('Command timed out');
    done.push('restored');
  });
  deferred.keep(second);

  await expect(deferred.retry()).rejects.toThrow('timed out');
  expect(done).toEqual([]);
  expect(deferred.size).toBe(2);

  away = false;
  await deferred.retry();
  expect(done).toEqual(['restored', first.requestId, second.requestId]);
  expect(deferred.size).toBe(0);
});

test('who asks for another try while one is under way takes no event out of its hands', async () => {
  const done: string[] = [];
  let answers = 1;
  const deferred = createDeferred({
    append: async ({ request }) => {
      await Promise.resolve();
      if (answers === 0) throw new Error('Command timed out');
      answers -= 1;
      done.push(request);
    },
  });
  const events = [event(), event(), event()];
  for (const one of events) deferred.keep(one);

  await Promise.allSettled([deferred.retry(), deferred.retry()]);
  expect(deferred.size).toBe(2);

  answers = 10;
  await Promise.all([deferred.retry(), deferred.retry()]);
  expect(done).toEqual(events.map(({ requestId: id }) => id));
  expect(deferred.size).toBe(0);
});

test('an answer that was not told is the operator’s, with every figure of it', async () => {
  const taken: Uint8Array[] = [];
  const deferred = createDeferred({ append: async ({ event: bytes }) => void taken.push(bytes) });
  const usage = usageOf({
    promptTokens: 9,
    cachedTokens: 3,
    cacheWriteTokens: 2,
    completionTokens: 8,
    reasoningTokens: 5,
  });
  deferred.keep({ ...event(), outcome: 'success', usage, operatorUsage: usage, cost: 7n });
  await deferred.retry();
  expect(taken.map(decodeUsageEvent)).toMatchObject([
    {
      outcome: 'failed',
      usage: { totalTokens: 0 },
      operatorUsage: {
        promptTokens: 18,
        cachedTokens: 6,
        cacheWriteTokens: 4,
        completionTokens: 16,
        reasoningTokens: 10,
      },
      operatorCost: 7n,
    },
  ]);
});
