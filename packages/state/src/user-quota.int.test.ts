import { requestId, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { testRedis } from './testing/test-redis.ts';
import { monthly, nothing, noWindows, oneRequest, windowsNow } from './testing/test-windows.ts';
import { type UserAsk, UserQuota } from './user-quota.ts';

const quota = new UserQuota(testRedis());
const newUser = () => userId(randomId('usr'));
const newRequest = () => requestId(randomId('req'));
const ask = (more: Partial<UserAsk>): UserAsk => ({
  user: newUser(),
  request: newRequest(),
  leaseMs: 60_000,
  windows: noWindows,
  reserve: oneRequest,
  ...more,
});
const left = async (user: ReturnType<typeof newUser>, limits: Parameters<UserQuota['read']>[1]) =>
  (await quota.read(user, limits)).remaining.map(({ remaining }) => remaining);

test('of 50 requests at once for a user with 7 left exactly 7 are granted', async () => {
  const user = newUser();
  const windows = windowsNow([monthly('requests', 7)]);
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => quota.reserve(ask({ user, request: newRequest(), windows }))),
  );
  expect(replies.filter(({ granted }) => granted)).toHaveLength(7);
  const refusals = replies.filter((reply) => !reply.granted);
  expect(new Set(refusals.map(({ refusedBy }) => refusedBy))).toEqual(new Set(['requests:month:UTC']));
  expect(refusals.every(({ retryAtMs, nowMs }) => (retryAtMs ?? 0) > nowMs)).toBe(true);
});

test('a request refused by one limit uses up none of the others', async () => {
  const user = newUser();
  const limits = [monthly('requests', 10), monthly('tokens', 50), monthly('cost', '1')];
  const reply = await quota.reserve(ask({ user, windows: windowsNow(limits), concurrent: 3 }));
  expect(reply).toMatchObject({ granted: false, refusedBy: 'tokens:month:UTC' });
  expect(await left(user, limits)).toEqual([10, 50, 1_000_000_000]);
  expect((await quota.read(user, limits)).inFlight).toBe(0);
});

test('a limit that is not enforced is counted and never refuses', async () => {
  const user = newUser();
  const limits = [monthly('requests', 1, false)];
  for (const _ of [1, 2, 3])
    expect((await quota.reserve(ask({ user, windows: windowsNow(limits) }))).granted).toBe(true);
  expect(await left(user, limits)).toEqual([0]);
});

test('settling puts what was spent in the place of what was reserved, once', async () => {
  const limits = [monthly('requests', 5), monthly('tokens', 1000), monthly('cost', '0.01')];
  const asked = ask({ windows: windowsNow(limits) });
  const reply = await quota.reserve(asked);
  expect(reply.remaining.map(({ remaining }) => remaining)).toEqual([4, 900, 8_000_000]);
  const settlement = { user: asked.user, request: asked.request, spent: { requests: 1, tokens: 30, cost: 600_001 } };
  expect(await quota.settle(settlement)).toBe(true);
  expect(await quota.settle(settlement)).toBe(false);
  expect(await left(asked.user, limits)).toEqual([4, 970, 9_399_999]);
});

test('a failed request gives back all that it held', async () => {
  const limits = [monthly('requests', 5), monthly('tokens', 1000)];
  const asked = ask({ windows: windowsNow(limits) });
  await quota.reserve(asked);
  await quota.settle({ user: asked.user, request: asked.request, spent: nothing });
  expect(await left(asked.user, limits)).toEqual([5, 1000]);
});

test('the same request reserved again is granted again and counts once', async () => {
  const limits = [monthly('requests', 1)];
  const asked = ask({ windows: windowsNow(limits), concurrent: 1 });
  expect((await quota.reserve(asked)).granted).toBe(true);
  expect((await quota.reserve(asked)).granted).toBe(true);
  expect(await left(asked.user, limits)).toEqual([0]);
});

test('requests in flight are limited, and the end of one makes room for the next', async () => {
  const user = newUser();
  const first = ask({ user, concurrent: 1 });
  await quota.reserve(first);
  expect(await quota.reserve(ask({ user, concurrent: 1 }))).toMatchObject({
    granted: false,
    refusedBy: 'concurrent',
    retryAtMs: null,
  });
  await quota.settle({ user, request: first.request, spent: oneRequest });
  const reply = await quota.reserve(ask({ user, concurrent: 1 }));
  expect(reply.granted && reply.remaining).toMatchObject([{ limit: 'concurrent', remaining: 0 }]);
});

test('a dead proxy frees slot and reservation when its lease ends, and its late event still counts once', async () => {
  const limits = [monthly('requests', 1), monthly('tokens', 150)];
  const dead = ask({ windows: windowsNow(limits), leaseMs: 1, concurrent: 1 });
  await quota.reserve(dead);
  const next = ask({ user: dead.user, windows: windowsNow(limits), concurrent: 1 });
  await vi.waitFor(async () => expect((await quota.reserve(next)).granted).toBe(true));
  await quota.settle({ user: next.user, request: next.request, spent: { ...oneRequest, requests: 0, tokens: 10 } });

  const late = { user: dead.user, request: dead.request, spent: oneRequest };
  expect(await quota.settle(late)).toBe(true);
  expect(await quota.settle(late)).toBe(false);
  expect(await left(dead.user, limits)).toEqual([0, 40]);
});

test('a renewed lease holds on', async () => {
  const limits = [monthly('requests', 1)];
  const asked = ask({ windows: windowsNow(limits), leaseMs: 50 });
  const { nowMs } = await quota.reserve(asked);
  await quota.renew({ user: asked.user, requests: [asked.request], leaseMs: 60_000 });
  await vi.waitFor(async () => expect((await quota.read(asked.user, limits)).nowMs).toBeGreaterThan(nowMs + 100));
  expect(await left(asked.user, limits)).toEqual([0]);
});

test('a user who is deleted leaves nothing', async () => {
  const limits = [monthly('requests', 1)];
  const asked = ask({ windows: windowsNow(limits) });
  await quota.reserve(asked);
  await quota.forget(asked.user);
  expect(await left(asked.user, limits)).toEqual([1]);
});
