import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, windowsNow } from './testing/test-windows.ts';
import { LimitWindows } from './windows.ts';

const pool = new KeyPool(testRedis());
const limits = [monthly('requests', 10), monthly('tokens', 1000)];
const windows = windowsNow(limits);
const left = async (key: ReturnType<typeof testKey>) =>
  (await key.read(limits)).remaining.map(({ remaining }) => remaining);
const newGroup = (): string => `group:${randomId('grp')}`;

test('a key that joins a quota group brings what it has used', async () => {
  const group = newGroup();
  const [member, joining] = [testKey(pool, group), testKey(pool)];
  await member.reserve({ windows });
  await joining.reserve({ windows });
  await joining.reserve({ windows });
  await pool.carry({ key: joining.key, from: joining.tag, to: group });
  expect(await left(member)).toEqual([7, 700]);
  expect(await left(joining)).toEqual([10, 1000]);
});

test('a key that leaves a quota group has used what the group has, and the group keeps its own', async () => {
  const group = newGroup();
  const [member, leaving] = [testKey(pool, group), testKey(pool, group)];
  await member.reserve({ windows });
  await leaving.reserve({ windows });
  await pool.carry({ key: leaving.key, from: group, to: leaving.key });
  const [moved] = await pool.read([{ tag: leaving.key, key: leaving.key, limits }]);
  expect(moved?.remaining.map(({ remaining }) => remaining)).toEqual([8, 800]);
  expect(await left(member)).toEqual([8, 800]);
});

test('what was counted in a window that is over is not carried into a newer one', async () => {
  const group = newGroup();
  const [member, joining] = [testKey(pool, group), testKey(pool)];
  await member.reserve({
    windows: new LimitWindows(windows.each.map((window) => ({ ...window, startMs: Date.now() - 1 }))),
  });
  await joining.reserve({ windows });
  await pool.carry({ key: joining.key, from: joining.tag, to: group });
  expect(await left(member)).toEqual([9, 900]);
});

test('marks in force go along: of the key, and of its models', async () => {
  const group = newGroup();
  const [sleeping, suspended] = [testKey(pool), testKey(pool)];
  const { untilMs } = await sleeping.exhaust(60_000);
  await sleeping.suspend('no access', 'o3');
  await suspended.suspend();
  await pool.carry({ key: sleeping.key, from: sleeping.tag, to: group });
  await pool.carry({ key: suspended.key, from: suspended.tag, to: group });
  const standings = await pool.read([sleeping, suspended].map(({ key }) => ({ tag: group, key, limits })));
  expect(standings).toMatchObject([
    { state: 'exhausted', untilMs, reason: 'requests per day', models: [{ model: 'o3', state: 'suspended' }] },
    { state: 'suspended', untilMs: null, reason: 'invalid api key' },
  ]);
  expect((await sleeping.read()).state).toBe('active');
});
