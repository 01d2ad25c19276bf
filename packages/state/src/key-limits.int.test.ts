import { randomId } from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, nothing, oneRequest, windowsNow } from './testing/test-windows.ts';

const pool = new KeyPool(testRedis());

test('of 50 attempts at once on a key with 7 left exactly 7 are granted', async () => {
  const key = testKey(pool);
  const windows = windowsNow([monthly('requests', 7)]);
  const replies = await Promise.all(Array.from({ length: 50 }, () => key.reserve({ windows })));
  expect(replies.filter(({ granted }) => granted)).toHaveLength(7);
  expect(replies.find(({ granted }) => !granted)).toMatchObject({ why: 'limit', reason: 'requests:month:UTC' });
});

test('an attempt refused by one limit uses up none of the others', async () => {
  const key = testKey(pool);
  const limits = [monthly('requests', 10), monthly('tokens', 50)];
  expect(await key.reserve({ windows: windowsNow(limits), concurrent: 3 })).toMatchObject({
    granted: false,
    why: 'limit',
  });
  expect((await key.read(limits)).remaining.map(({ remaining }) => remaining)).toEqual([10, 50]);
  expect((await key.read(limits)).lastUsedAtMs).toBeNull();
});

test('attempts in flight are limited', async () => {
  const key = testKey(pool);
  await key.reserve({ attempt: 'first', concurrent: 1 });
  expect(await key.reserve({ concurrent: 1 })).toMatchObject({ granted: false, why: 'concurrent', untilMs: null });
  await key.settle('first', 'cancelled');
  expect((await key.reserve({ concurrent: 1 })).granted).toBe(true);
});

test('the keys of a quota group share its limits', async () => {
  const group = `group:${randomId('grp')}`;
  const [one, two] = [testKey(pool, group), testKey(pool, group)];
  const windows = windowsNow([monthly('requests', 1)]);
  expect((await one.reserve({ windows })).granted).toBe(true);
  expect(await two.reserve({ windows })).toMatchObject({ granted: false, why: 'limit' });
});

test('settling counts what was spent, once, whoever repeats it', async () => {
  const key = testKey(pool);
  const limits = [monthly('requests', 5), monthly('tokens', 1000)];
  await key.reserve({ attempt: 'a', windows: windowsNow(limits) });
  const replies = await Promise.all([1, 2, 3].map(() => key.settle('a', 'success', { ...oneRequest, tokens: 7 })));
  expect(replies.filter(Boolean)).toHaveLength(1);
  expect((await key.read(limits)).remaining.map(({ remaining }) => remaining)).toEqual([4, 993]);
});

test('a dead proxy frees what it held, and its late event counts once', async () => {
  const key = testKey(pool);
  const limits = [monthly('requests', 1)];
  await key.reserve({ attempt: 'dead', windows: windowsNow(limits), leaseMs: 1 });
  await vi.waitFor(async () => expect((await key.read(limits)).remaining).toMatchObject([{ remaining: 1 }]));
  expect(await key.settle('dead', 'success')).toBe(true);
  expect(await key.settle('dead', 'success')).toBe(false);
  expect((await key.read(limits)).remaining).toMatchObject([{ remaining: 0 }]);
});

test('a key with everything spent shows nothing left, never less', async () => {
  const key = testKey(pool);
  const limits = [monthly('tokens', 150)];
  await key.reserve({ attempt: 'a', windows: windowsNow(limits) });
  await key.settle('a', 'success', { ...nothing, tokens: 400 });
  expect((await key.read(limits)).remaining).toMatchObject([{ remaining: 0 }]);
});

test('a renewed attempt keeps its slot', async () => {
  const key = testKey(pool);
  const { nowMs } = await key.reserve({ attempt: 'a', leaseMs: 50 });
  await pool.renew({ tag: key.tag, attempts: ['a', 'unknown'], leaseMs: 60_000 });
  await vi.waitFor(async () => expect((await key.read()).nowMs).toBeGreaterThan(nowMs + 100));
  expect((await key.read()).inFlight).toBe(1);
});

test('a deleted key leaves nothing', async () => {
  const key = testKey(pool);
  const limits = [monthly('requests', 1)];
  await key.reserve({ windows: windowsNow(limits) });
  await key.suspend();
  await pool.forget(key);
  expect(await key.read(limits)).toMatchObject({ state: 'active', lastUsedAtMs: null, remaining: [{ remaining: 1 }] });
});
