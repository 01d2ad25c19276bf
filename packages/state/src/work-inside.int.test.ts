import { providerKeyId, requestId, userId } from '@palimpsest/domain';
import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { KeyPool } from './key-pool.ts';
import type { RedisClient } from './redis-client.ts';
import type { Increment } from './script-values.ts';
import { monthly, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UsageLog } from './usage-log.ts';
import { UsageStream } from './usage-stream.ts';
import { UserQuota } from './user-quota.ts';

// Work is counted, not time. Whoever needs more of it has to say so here.
let server: Awaited<ReturnType<typeof startOwnRedis>>;
let redis: RedisClient;
beforeAll(async () => {
  server = await startOwnRedis();
  redis = connectRedis({ url: server.url, onError: () => undefined });
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const windows = windowsNow([monthly('requests', 1_000_000), monthly('tokens', 1_000_000_000)]);
const user = userId(randomId('usr'));
const key = providerKeyId(randomId('key'));
const ref = { tag: key, key };

/** What a call asks of Redis on its way, for a user and a key with two limits each, and a provider that told three of its own. */
async function call(): Promise<void> {
  const [quota, pool, usage] = [new UserQuota(redis), new KeyPool(redis), new UsageStream(redis, 1_000_000)];
  const request = requestId(randomId('req'));
  const [leaseMs, event] = [60_000, Buffer.from('event')];
  const needs = { requests: 1, tokens: 100 };
  const pace = { countedAs: 'gpt-4o', needs, calendars: [], nowMs: Date.now() };
  await Promise.all([
    quota.reserve({ user, request, leaseMs, windows, reserve: oneRequest }),
    usage.open({ request, leaseMs, record: event }),
    pool.reserve({ ...ref, attempt: request, model: 'gpt-4o', leaseMs, windows, reserve: oneRequest, pace }),
  ]);
  const spent = { ...oneRequest, tokens: 40 };
  await Promise.all([
    usage.append({ request, event }),
    pool.settle({ ...ref, attempt: request, spent, outcome: 'success' }),
  ]);
  await quota.settle({ user, request, spent });
}

/** A call of which metering makes sure that it is settled. */
async function settledBefore(): Promise<void> {
  const settled = await Promise.all([
    new UserQuota(redis).settle({ user, request: requestId('req_settled'), spent: oneRequest, rank: '1' }),
    new KeyPool(redis).settle({ ...ref, attempt: 'att_settled', spent: oneRequest, outcome: 'success' }),
  ]);
  expect(settled).toEqual([false, false]);
}

/** Commands that Redis carried out within functions, per call. */
async function inside(calls: number, run: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const stats = await redis.info('commandstats');
    const counts = [...stats.matchAll(/cmdstat_(?!evalsha|info)[^:]+:calls=(\d+)/g)];
    return counts.reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
  const before = await count();
  await run();
  return ((await count()) - before) / calls;
}

test('a call alone takes 46 commands of Redis, and one of sixteen that meet takes eight', async () => {
  const told = { period: 'hour', refill: 'window', limit: 1e6, remaining: 1e6, resetsInMs: 3e6 } as const;
  const source = { source: 'header', confidence: 'told' } as const;
  await new KeyPool(redis).learn({
    ...ref,
    ageMs: 0,
    told: [
      { ...told, ...source, metric: 'requests' },
      { ...told, ...source, metric: 'requests', model: 'gpt-4o' },
      { ...told, ...source, metric: 'tokens', model: 'gpt-4o' },
    ],
  });
  // From then on Redis knows the functions by their hashes.
  await call();
  expect(
    await inside(5, async () => {
      for (let made = 0; made < 5; made += 1) await call();
    }),
  ).toBe(46);
  expect(await inside(16, () => Promise.all(Array.from({ length: 16 }, call)))).toBeLessThanOrEqual(8.5);
});

test('what was settled before is looked up, and nothing else', async () => {
  await settledBefore();
  expect(await inside(1, settledBefore)).toBe(2);
});

/** An event of a request of its own, which metering enters in the books: two sums of the day, and one by time of day. */
async function entered(): Promise<void> {
  const request = randomId('req');
  const sums: Increment[] = [
    ['requests', '1'],
    ['cost', '123456'],
  ];
  const booking = { row: request, atMs: Date.now(), day: 20_000, sums, pulse: sums.slice(1) };
  const delivered = { partition: '0', request, streamId: '1-1', assumed: false, event: Buffer.from('event'), booking };
  expect(await new UsageLog(redis).apply(delivered, () => booking)).toBe('applied');
}

test('events that are entered together take no more commands than one: what they add is added up first', async () => {
  await entered();
  expect(await inside(1, entered)).toBe(8);
  expect(await inside(16, () => Promise.all(Array.from({ length: 16 }, entered)))).toBe(8 / 16);
});
