import { type Limit, requestId, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { testRedis } from './testing/test-redis.ts';
import { monthly, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UserQuota } from './user-quota.ts';
import { type LimitWindow, LimitWindows, windowsOf } from './windows.ts';

const quota = new UserQuota(testRedis());
const limit = monthly('requests', 5);
const dayMs = 24 * 3600 * 1000;

const reserve = (
  user: ReturnType<typeof userId>,
  windows: readonly LimitWindow[],
  request = requestId(randomId('req')),
) => quota.reserve({ user, request, leaseMs: 60_000, windows: new LimitWindows(windows), reserve: oneRequest });

test('a new window starts at nothing', async () => {
  const user = userId(randomId('usr'));
  const [window] = windowsNow([limit]).each;
  if (window === undefined) throw new Error('no window');
  await reserve(user, [window]);
  await reserve(user, [window]);
  const later = await reserve(user, [{ ...window, startMs: Date.now() - 1 }]);
  expect(later.remaining).toMatchObject([{ remaining: 4 }]);
});

test('what is settled for a window that is over changes nothing in the new one', async () => {
  const user = userId(randomId('usr'));
  const [window] = windowsNow([limit]).each;
  if (window === undefined) throw new Error('no window');
  const old = requestId(randomId('req'));
  await reserve(user, [window], old);
  const next = { ...window, startMs: Date.now() - 1 };
  await reserve(user, [next]);
  expect(await quota.settle({ user, request: old, spent: { ...oneRequest, requests: 3 } })).toBe(true);
  expect((await reserve(user, [next])).remaining).toMatchObject([{ remaining: 3 }]);
});

test.each([
  ['a window behind', -31 * dayMs],
  ['years behind', -3000 * dayMs],
  ['a window ahead', 31 * dayMs],
  ['years ahead', 3000 * dayMs],
])('a clock %s Redis counts in the window of Redis', async (_, offMs) => {
  const user = userId(randomId('usr'));
  await reserve(user, windowsNow([limit]).each);
  const reply = await reserve(user, windowsOf([limit], 'gpt-4o', Date.now() + offMs).each);
  const [window] = windowsNow([limit]).each;
  expect(reply.remaining).toEqual([{ limit: 'requests:month:UTC', remaining: 3, resetsAtMs: window?.endMs }]);
});

test('the first moment of the next window is counted there, whatever the asker thought', async () => {
  const user = userId(randomId('usr'));
  const [window] = windowsNow([limit]).each;
  if (window === undefined) throw new Error('no window');
  await reserve(user, [window]);
  const past = { ...window, startMs: window.startMs - 31 * dayMs, endMs: window.startMs, nextEndMs: window.endMs };
  expect((await reserve(user, [past])).remaining).toMatchObject([{ remaining: 3, resetsAtMs: window.endMs }]);
});

test('nano-dollars are exact up to the last digit', async () => {
  const user = userId(randomId('usr'));
  const limits: Limit[] = [monthly('cost', '9007199.254740991')];
  const request = requestId(randomId('req'));
  const reserve = { ...oneRequest, cost: 1 };
  await quota.reserve({ user, request, leaseMs: 60_000, windows: windowsNow(limits), reserve });
  await quota.settle({ user, request, spent: { ...oneRequest, cost: 9_007_199_254_740_990 } });
  expect((await quota.read(user, limits)).remaining).toMatchObject([{ remaining: 1 }]);
});
