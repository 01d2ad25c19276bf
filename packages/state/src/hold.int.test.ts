import { requestId, userId } from '@palimpsest/domain';
import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import type { Hold } from './hold.ts';
import { isStoreUnavailable } from './store-unavailable.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, nothing, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UserQuota } from './user-quota.ts';

const shared = new UserQuota(testRedis());
const limits = [monthly('requests', 3), monthly('tokens', 1000)];
const leaseMs = 60_000;

/** A request that was granted, as its proxy remembers it; `kept`: whether a replica is known to have it. */
async function granted(kept: boolean, quota = shared) {
  const user = userId(randomId('usr'));
  const request = requestId(randomId('req'));
  const windows = windowsNow(limits);
  const { nowMs } = await quota.reserve({ user, request, leaseMs, windows, reserve: oneRequest });
  const hold: Hold = {
    id: request,
    windows,
    reserve: oneRequest,
    leaseMs,
    reservedAtMs: nowMs,
    heardAtMs: performance.now(),
    kept: Promise.resolve(kept),
  };
  const settle = () => quota.settle({ user, request, spent: { ...nothing, requests: 1, tokens: 40 } });
  const left = async () => (await quota.read(user, limits)).remaining.map(({ remaining }) => remaining);
  return { user, hold, settle, left, quota };
}

test('a reservation that its server lost is made again and settled like any other', async () => {
  const { user, hold, settle, left, quota } = await granted(false);
  await quota.forget(user);
  await quota.restore({ user, hold });
  expect(await left()).toEqual([2, 1000 - oneRequest.tokens]);
  expect(await settle()).toBe(true);
  expect(await left()).toEqual([2, 960]);
});

test('a reservation that is there after all counts once', async () => {
  const { user, hold, settle, left, quota } = await granted(false);
  await quota.restore({ user, hold });
  await quota.restore({ user, hold });
  await settle();
  expect(await left()).toEqual([2, 960]);
});

test('what was used already is made again whatever the limits say by now', async () => {
  const { user, hold, left, quota } = await granted(false);
  await quota.forget(user);
  for (let count = 0; count < 3; count += 1)
    await quota.reserve({
      user,
      request: requestId(randomId('req')),
      leaseMs,
      windows: windowsNow(limits),
      reserve: oneRequest,
    });
  await quota.restore({ user, hold });
  expect((await left())[0]).toBe(0);
  expect(
    await quota.reserve({
      user,
      request: requestId(randomId('req')),
      leaseMs,
      windows: windowsNow(limits),
      reserve: oneRequest,
    }),
  ).toMatchObject({ granted: false });
});

test('a reservation of a window that is over is none of the present one', async () => {
  const { user, hold, left, quota } = await granted(false);
  await quota.forget(user);
  await quota.restore({
    user,
    hold: { ...hold, reservedAtMs: Math.min(...hold.windows.each.map(({ startMs }) => startMs)) - 1 },
  });
  expect(await left()).toEqual([3, 1000]);
});

test('a reservation that a replica has is left alone', async () => {
  const { user, hold, left, quota } = await granted(true);
  await quota.forget(user);
  await quota.restore({ user, hold });
  expect(await left()).toEqual([3, 1000]);
});

test('what a frozen server finds when its sender has long given up is not made again', async () => {
  const server = await startOwnRedis();
  const redis = connectRedis({ url: server.url, onError: () => undefined });
  try {
    const { user, hold, settle, left, quota } = await granted(false, new UserQuota(redis));
    await settle();
    await server.pause();
    const refusal = await quota.restore({ user, hold }).catch((error: unknown) => error);
    expect(isStoreUnavailable(refusal)).toBe(true);
    await server.resume();
    expect(await left()).toEqual([2, 960]);
  } finally {
    redis.disconnect();
    await server.stop();
  }
});

test('a reservation is made again by a server whose clock is not that of the one that lost it', async () => {
  const { user, hold, left, quota } = await granted(false);
  await quota.forget(user);
  await quota.restore({ user, hold: { ...hold, heardAtMs: hold.heardAtMs + 3_600_000 } });
  expect((await left())[0]).toBe(2);
});
