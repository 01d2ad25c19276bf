import { requestId, userId } from '@palimpsest/domain';
import { randomId, startRedisProcess } from '@palimpsest/testkit';
import { afterAll, expect, test, vi } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { isStoreUnavailable } from './store-unavailable.ts';
import { monthly, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UserQuota } from './user-quota.ts';

const server = await startRedisProcess(['--appendonly', 'yes', '--appendfsync', 'always']);
const errors: Error[] = [];
const redis = connectRedis({ url: server.url, onError: (error) => errors.push(error) });
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
const quota = new UserQuota(redis);
const limits = [monthly('requests', 3)];
const user = userId(randomId('usr'));
const reserve = () =>
  quota.reserve({
    user,
    request: requestId(randomId('req')),
    leaseMs: 60_000,
    windows: windowsNow(limits),
    reserve: oneRequest,
  });

/** What a call throws, and after how many milliseconds. */
async function failure(call: () => Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
  const startMs = performance.now();
  const error = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, afterMs: performance.now() - startMs };
}

test('a frozen Redis is unavailable within a second, and served again without a new connection', async () => {
  await reserve();
  await server.pause();
  const { error, afterMs } = await failure(reserve);
  await server.resume();
  expect(isStoreUnavailable(error)).toBe(true);
  expect(afterMs).toBeLessThan(1000);
  await vi.waitFor(async () => expect((await reserve()).nowMs).toBeGreaterThan(0));
});

test('calls that come while others wait for a frozen Redis are not held up behind them', async () => {
  await server.pause();
  const first = failure(reserve);
  // The first is under way by then, and whatever follows would be queued behind it.
  await new Promise((resolve) => setImmediate(resolve));
  const [one, two, three] = await Promise.all([first, failure(reserve), failure(reserve)]);
  await server.resume();
  for (const { error, afterMs } of [one, two, three]) {
    expect(isStoreUnavailable(error)).toBe(true);
    expect(afterMs).toBeLessThan(1000);
  }
  await vi.waitFor(async () => expect((await reserve()).nowMs).toBeGreaterThan(0));
});

test('a restarted Redis serves again with all it had, without a restart of ours', async () => {
  const before = await quota.read(user, limits);
  await server.restart();
  await vi.waitFor(async () => expect((await quota.read(user, limits)).remaining).toEqual(before.remaining), 10_000);
  expect(errors.every(isStoreUnavailable)).toBe(true);
});

test('a Lua function is found again after Redis forgot it', async () => {
  await redis.call('SCRIPT', 'FLUSH');
  expect((await quota.read(user, limits)).nowMs).toBeGreaterThan(0);
});

test('an address where nobody listens is unavailable within a second', async () => {
  const gone = await startRedisProcess();
  await gone.stop();
  const away = connectRedis({ url: gone.url, onError: () => undefined });
  const { error, afterMs } = await failure(() => new UserQuota(away).read(user, limits));
  away.disconnect();
  expect(isStoreUnavailable(error)).toBe(true);
  expect(afterMs).toBeLessThan(1000);
});
