import { attemptId, noUsage, providerKeyId, requestId, type UsageEvent, usageOf } from '@palimpsest/domain';
import { partitionOf, windowsOf } from '@palimpsest/state';
import { randomId, startRedisProcess } from '@palimpsest/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBooks } from './testing/open-books.ts';
import { abandonedEvent, limitedAttempt, sampleAttempt, sampleEvent } from './testing/sample-event.ts';

let books: ReturnType<typeof openBooks>;
let stop: () => Promise<void>;
beforeEach(async () => {
  const redis = await startRedisProcess();
  books = openBooks(redis.url);
  stop = () => redis.stop();
});
afterEach(async () => {
  books.close();
  await stop();
});

const crash = () => Promise.reject(new Error('died here'));

test('an event becomes one log entry and its sums, and is acknowledged', async () => {
  const event = sampleEvent({ chain: [limitedAttempt(), sampleAttempt()] });
  await books.append(event);
  await books.consumeAll();
  expect(await books.logged()).toEqual([event]);
  expect(await books.usage()).toMatchObject([
    { requests: 1, promptTokens: 100, cachedTokens: 40, totalTokens: 120, cost: 35_000n },
  ]);
  expect(await books.group.lag(partitionOf(event.requestId), 'metering')).toEqual({ waiting: 0, pending: 0 });
});

test.each([
  ['before it is applied', { log: { apply: crash } }],
  ['before it is settled', { quota: { settle: crash } }],
  ['before it is acknowledged', { group: { ack: crash } }],
])('an event whose consumer dies %s counts once', async (_, dying) => {
  const event = sampleEvent({ session: 'chat 1' });
  const partition = partitionOf(event.requestId);
  await books.append(event);
  const entries = await books.read(partition, 'first');
  await expect(books.consume(partition, entries, dying as object)).rejects.toThrow('died here');
  await books.consume(partition, await books.claim(partition, 'second'));
  expect(await books.logged()).toHaveLength(1);
  expect(await books.usage()).toMatchObject([{ requests: 1, cost: 35_000n }]);
  expect(await books.group.lag(partition, 'metering')).toEqual({ waiting: 0, pending: 0 });
});

test('an event that is appended twice counts once', async () => {
  const event = sampleEvent();
  await Promise.all([books.append(event), books.append(event)]);
  await books.consumeAll();
  expect(await books.logged()).toHaveLength(1);
  expect(await books.usage()).toMatchObject([{ requests: 1, cost: 35_000n }]);
});

test('the real event of a request takes the place of its abandoned one, whichever comes first', async () => {
  const [late, early] = [sampleEvent(), sampleEvent()];
  await books.append(abandonedEvent({ requestId: late.requestId }));
  await books.consumeAll();
  expect(await books.usage()).toMatchObject([{ requests: 1, cost: 0n }]);
  await books.append(late);
  await books.append(early);
  await books.append(abandonedEvent({ requestId: early.requestId }));
  await books.consumeAll();
  expect(new Set(await books.logged())).toEqual(new Set([late, early]));
  expect(await books.usage()).toMatchObject([{ requests: 2, cost: 70_000n }]);
});

test("an answer that its proxy could not confirm in time becomes a failure at the operator's cost", async () => {
  const answered = sampleEvent();
  const lost = {
    ...answered,
    outcome: 'failed' as const,
    usage: noUsage,
    cost: undefined,
    operatorUsage: answered.usage,
    operatorCost: answered.cost,
  };
  await books.append(answered);
  await books.append(lost);
  await books.consumeAll();
  expect(await books.logged()).toEqual([lost]);
  expect(await books.usage()).toMatchObject([{ requests: 1, totalTokens: 0, cost: 0n, operatorCost: 35_000n }]);
});

test('what cannot be read is set aside as it came, counted, and holds up nothing', async () => {
  const event = sampleEvent();
  const partition = partitionOf(event.requestId);
  const broken = requestId(randomId('req'));
  await books.stream.append({ request: broken, event: Buffer.from([0xff, 0x00, 0xfe]) });
  await books.append(event);
  await books.consumeAll();
  expect(books.noticed.filter((notice) => notice.startsWith('poisoned'))).toHaveLength(1);
  expect(await books.poison.count(partitionOf(broken))).toBe(1);
  expect(await books.logged()).toEqual([event]);
  expect(await books.group.lag(partition, 'metering')).toMatchObject({ pending: 0 });
});

/** A request of usr_ada under way, with an attempt at key_paid, both limited in tokens; what is left of the two limits. */
async function underWay(event: UsageEvent) {
  const { quota, pool } = books;
  const limits = [
    { metric: 'tokens', amount: 100, period: 'month', timeZone: 'UTC', models: undefined, enforce: true },
  ] as const;
  const windows = windowsOf(limits, event.model, Date.now());
  const reserve = { requests: 1, tokens: 50, cost: 0 };
  await quota.reserve({ user: event.userId, request: event.requestId, leaseMs: 60_000, windows, reserve });
  const key = { tag: 'key_paid', key: providerKeyId('key_paid') };
  const attempt = attemptId(event.requestId, key.key);
  await pool.reserve({ ...key, attempt, model: 'gpt-4o', leaseMs: 60_000, windows, reserve });
  return async () => [
    (await quota.read(event.userId, limits)).remaining[0]?.remaining,
    (await pool.read([{ ...key, limits }]))[0]?.remaining[0]?.remaining,
  ];
}

const sevenTokens = { usage: usageOf({ promptTokens: 7 }) };

test('the counters of a proxy that died after its event are settled, once', async () => {
  const begun = sampleEvent();
  const left = await underWay(begun);
  expect(await left()).toEqual([50, 50]);
  const event = { ...begun, chain: [sampleAttempt(sevenTokens)], usage: sevenTokens.usage };
  await books.append(event);
  await books.consumeAll();
  await books.append(event);
  await books.consumeAll();
  expect(await left()).toEqual([93, 93]);
});

test('an abandoned request settles the attempts that had failed, and leaves its user to the lease', async () => {
  const begun = sampleEvent();
  const left = await underWay(begun);
  const failed = limitedAttempt({ ...sevenTokens, key: providerKeyId('key_paid') });
  await books.append(abandonedEvent({ requestId: begun.requestId, chain: [failed] }));
  await books.consumeAll();
  expect(await left()).toEqual([50, 93]);
});
