import { requestId, userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, nothing, oneRequest, windowsNow } from './testing/test-windows.ts';
import { eventRank } from './usage-log-rank.ts';
import { UserQuota } from './user-quota.ts';

const redis = testRedis();
const quota = new UserQuota(redis);
const limits = [monthly('requests', 5), monthly('tokens', 1000)];
const spent = { requests: 1, tokens: 30, cost: 0 };
const [early, late] = [eventRank('1000-0', false), eventRank('2000-0', false)];

async function reserved() {
  const asked = { user: userId(randomId('usr')), request: requestId(randomId('req')) };
  await quota.reserve({ ...asked, leaseMs: 60_000, windows: windowsNow(limits), reserve: oneRequest });
  const left = async () => (await quota.read(asked.user, limits)).remaining.map(({ remaining }) => remaining);
  return { ...asked, left };
}

test('what a later event tells takes the place of what an earlier one told, however often each is told', async () => {
  const { left, ...call } = await reserved();
  for (const _ of ['told', 'told again']) await quota.settle({ ...call, spent, rank: early });
  expect(await left()).toEqual([4, 970]);
  for (const _ of ['told', 'told again']) await quota.settle({ ...call, spent: nothing, rank: late });
  expect(await left()).toEqual([5, 1000]);
});

test('an earlier event that is told after a later one changes nothing', async () => {
  const { left, ...call } = await reserved();
  await quota.settle({ ...call, spent: nothing, rank: late });
  expect(await quota.settle({ ...call, spent, rank: early })).toBe(false);
  expect(await left()).toEqual([5, 1000]);
});

test('what is settled for good is settled once, whoever was there before', async () => {
  const { left, ...call } = await reserved();
  await quota.settle({ ...call, spent, rank: early });
  expect(await quota.settle({ ...call, spent })).toBe(true);
  expect(await quota.settle({ ...call, spent: nothing, rank: late })).toBe(false);
  expect(await left()).toEqual([4, 970]);
});

test('what is settled for the time being is not held, and leaves no request in flight', async () => {
  const { user, request } = await reserved();
  await quota.settle({ user, request, spent, rank: early });
  expect((await new Ledger(redis).read({ of: 'user', id: user })).held).toEqual([]);
  expect((await quota.read(user, limits)).inFlight).toBe(0);
});
