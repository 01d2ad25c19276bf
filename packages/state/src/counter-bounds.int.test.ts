import { userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { keyspace } from './keyspace.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, oneRequest, windowsNow } from './testing/test-windows.ts';
import { UserQuota } from './user-quota.ts';
import { remainingBy } from './windows.ts';

const redis = testRedis();
const [pool, quota] = [new KeyPool(redis), new UserQuota(redis)];
const counting = [monthly('tokens', 1000, false)];
const [window] = windowsNow(counting).each;
if (window === undefined) throw new Error('no window');
const { limit, startMs } = window;
const tokens = (amount: number) => ({ ...oneRequest, tokens: amount });

test('a counter of a limit that refuses nothing stays readable, whatever is taken of it and spent in the end', async () => {
  const key = testKey(pool);
  for (const attempt of ['a', 'b', 'c'])
    expect(await key.reserve({ attempt, windows: windowsNow(counting), reserve: tokens(9e18) })).toMatchObject({
      granted: true,
    });
  expect(await redis.hget(keyspace.keyCounters(key.tag), limit)).toMatch(
    new RegExp(`^${startMs}:${Number.MAX_SAFE_INTEGER}:\\d+:0$`),
  );
  await key.settle('a', 'success', tokens(2e19));
  expect((await key.read(counting)).remaining).toMatchObject([{ remaining: 0 }]);
  expect((await key.reserve({ windows: windowsNow(counting) })).granted).toBe(true);
});

test.each(['-9223372036854775808', 'nan'])('a counter of %s is as good as none', async (taken) => {
  const [user, key, text] = [userId(randomId('usr')), testKey(pool), `${startMs}:${taken}:${startMs}:0`];
  await redis.hset(keyspace.userCounters(user), limit, text);
  await redis.hset(keyspace.keyCounters(key.tag), limit, text);
  expect((await quota.read(user, counting)).remaining).toMatchObject([{ remaining: 1000 }]);
  expect((await key.read(counting)).remaining).toMatchObject([{ remaining: 1000 }]);
  expect(remainingBy(counting, [text], Date.now())).toMatchObject([{ remaining: 1000 }]);
  expect(await key.reserve({ windows: windowsNow(counting) })).toMatchObject({ remaining: [{ remaining: 900 }] });
});

test('a key moves to another quota group without a counter that is none', async () => {
  const [key, group] = [testKey(pool), `group:${randomId('grp')}`];
  await redis.hset(
    keyspace.keyCounters(key.tag),
    limit,
    `${startMs}:-1:${startMs}:0`,
    'other',
    `${startMs}:1:${startMs}:0`,
  );
  await pool.carry({ key: key.key, from: key.tag, to: group });
  expect(await redis.hgetall(keyspace.keyCounters(group))).toEqual({ other: `${startMs}:1:${startMs}:1` });
});
