import { requestId, userId } from '@palimpsest/domain';
import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { KeyPool } from './key-pool.ts';
import type { RedisClient } from './redis-client.ts';
import { turnAnswered } from './script-turn.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, nothing, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UserQuota } from './user-quota.ts';
import { LimitWindows } from './windows.ts';

const limits = [monthly('requests', 40)];
const windows = windowsNow(limits);
const ask = (user = userId(randomId('usr'))) => ({
  user,
  request: requestId(randomId('req')),
  leaseMs: 60_000,
  windows,
  reserve: oneRequest,
});

/** A Redis of its own, so that nobody else's functions are counted. */
async function ownQuota(
  run: (quota: UserQuota, functions: () => Promise<number>, redis: RedisClient) => Promise<void>,
) {
  const server = await startOwnRedis();
  const redis = connectRedis({ url: server.url, onError: () => undefined });
  const functions = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
  try {
    // From then on Redis knows the function by its hash.
    await new UserQuota(redis).reserve(ask());
    await run(new UserQuota(redis), functions, redis);
  } finally {
    redis.disconnect();
    await server.stop();
  }
}

test('what one turn asks of the same keys goes out as one, and each caller gets its own answer, in the order of asking', () =>
  ownQuota(async (quota, functions) => {
    const before = await functions();
    const user = userId(randomId('usr'));
    const asks = Array.from({ length: 50 }, () => ask(user));
    const replies = await Promise.all(asks.map((one) => quota.reserve(one)));
    expect(replies.map(({ granted }) => granted)).toEqual(asks.map((_, place) => place < 40));
    expect(replies.map(({ remaining }) => remaining[0]?.remaining)).toEqual(
      asks.map((_, place) => Math.max(0, 39 - place)),
    );
    const spent = { ...nothing, requests: 1 };
    const settled = await Promise.all(asks.map(({ request }) => quota.settle({ user, request, spent })));
    expect(settled).toEqual(asks.map((_, place) => place < 40));
    // Thirty-two at most, so that nobody else waits for long.
    expect((await functions()) - before).toBe(4);
  }));

test('what one turn asks of other keys goes out apart', () =>
  ownQuota(async (quota, functions) => {
    const before = await functions();
    const replies = await Promise.all([quota.reserve(ask()), quota.reserve(ask()), quota.reserve(ask())]);
    expect(replies.map(({ remaining }) => remaining[0]?.remaining)).toEqual([39, 39, 39]);
    expect((await functions()) - before).toBe(3);
  }));

test('a call that has to be made again does not disturb those that went out with it', () =>
  ownQuota(async (quota) => {
    const user = userId(randomId('usr'));
    const stale = {
      ...ask(user),
      windows: new LimitWindows(
        windows.each.map((window) => ({ ...window, startMs: 9e15, endMs: 9e15, nextEndMs: 9e15 })),
      ),
    };
    const [good, asksAgain] = await Promise.all([quota.reserve(ask(user)), quota.reserve(stale)]);
    expect([good.granted, asksAgain.granted]).toEqual([true, true]);
  }));

test('a call that Redis cannot carry out is refused by itself', () =>
  ownQuota(async (quota) => {
    const user = userId(randomId('usr'));
    const broken = { ...ask(user), reserve: { ...oneRequest, requests: Number.NaN } };
    const calls = [quota.reserve(ask(user)), quota.reserve(broken), quota.reserve(ask(user))];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await quota.read(user, limits)).remaining).toMatchObject([{ remaining: 38 }]);
  }));

test('what goes out at once comes before what goes out together, even where that was asked first', async () => {
  const key = testKey(new KeyPool(testRedis()));
  const [reservation, mark] = await Promise.all([key.reserve(), key.sleep(60_000)]);
  expect([reservation.granted, mark.state]).toEqual([false, 'sleeping']);
});

test('what nobody waits for comes after what is made of the answers, also where that is done at the end of a turn', () =>
  ownQuota(async (quota, _functions, redis) => {
    const order: string[] = [];
    const behind = turnAnswered(redis).then(() => order.push('behind'));
    await quota.reserve(ask()).then(() => setImmediate(() => order.push('made of the answer')));
    await behind;
    expect(order).toEqual(['made of the answer', 'behind']);
  }));

test('what nobody waits for comes also where nothing is asked, or Redis is away', () =>
  ownQuota(async (quota, _functions, redis) => {
    await turnAnswered(redis);
    redis.disconnect();
    const behind = turnAnswered(redis);
    await expect(quota.reserve(ask())).rejects.toThrow('Connection is closed');
    await behind;
  }));
