import type { ToldLimit } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { keyspace } from './keyspace.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, windowsNow } from './testing/test-windows.ts';
import { remainingBy } from './windows.ts';

const redis = testRedis();
const pool = new KeyPool(redis);

const versionOf = async (key: ReturnType<typeof testKey>): Promise<number> =>
  (await pool.glance([{ ...key, limits: [] }]))[0]?.version ?? -1;

/** By how much it raises the number of the key's last change. */
async function raised(key: ReturnType<typeof testKey>, change: () => Promise<unknown>): Promise<number> {
  const before = await versionOf(key);
  await change();
  return (await versionOf(key)) - before;
}

const told: ToldLimit = {
  metric: 'requests',
  period: 'hour',
  refill: 'window',
  limit: 10,
  remaining: 3,
  resetsInMs: 60_000,
  source: 'header',
  confidence: 'told',
};

it.each<[string, (key: ReturnType<typeof testKey>) => Promise<unknown>]>([
  ['a mark', (key) => key.sleep(60_000)],
  ['a mark on a model', (key) => key.exhaust(60_000, 'quota', 'o3')],
  ['a suspension', (key) => key.suspend()],
  ['a mark that was for nothing', (key) => pool.forgive(key)],
  ['the operator who resumes it', (key) => pool.resume(key)],
  ['the operator who resets it', (key) => pool.reset({ tag: key.tag, keys: [key.key] })],
  ['what its provider tells of limits', (key) => pool.learn({ ...key, ageMs: 0, told: [told] })],
  ['its account', (key) => pool.belongs({ ...key, account: 'org-1' })],
])('%s raises the number of the last change', async (_, change) => {
  const key = testKey(pool);
  await pool.mark({ ...key, state: 'sleeping', until: { inMs: 1 }, reason: 'refused', refusal: true });
  await expect.poll(async () => (await key.reserve({ attempt: 'a' })).granted).toBe(true);
  await key.firstContent('a');
  expect(await raised(key, () => change(key))).toBe(1);
});

it('use raises none: it shows in the time of the last use, and in counters that read as the key does', async () => {
  const key = testKey(pool);
  const limits = [monthly('requests', 9), monthly('tokens', 1000)];
  const look = async () => {
    const [glance] = await pool.glance([{ ...key, limits }]);
    const { nowMs, remaining, lastUsedAtMs, version } = await key.read(limits);
    expect(glance).toMatchObject({ lastUsedAtMs, version });
    expect(remainingBy(limits, glance?.counters ?? [], nowMs)).toEqual(remaining);
    return glance;
  };
  const unused = await look();
  expect(unused).toEqual({ version: 0, lastUsedAtMs: null, counters: [null, null] });
  await key.reserve({ attempt: 'a', windows: windowsNow(limits) });
  const reserved = await look();
  await key.settle('a', 'success', { requests: 1, tokens: 40, cost: 0 });
  const settled = await look();
  expect(new Set([unused, reserved, settled].map((glance) => glance?.counters.join(' '))).size).toBe(3);
  expect(settled).toMatchObject({ version: 0, lastUsedAtMs: reserved?.lastUsedAtMs });
});

it('a counter of a window that is over leaves all of the limit', () => {
  const limits = [monthly('requests', 9)];
  const startMs = Date.UTC(2026, 10, 1);
  expect(remainingBy(limits, [`${startMs}:4:${startMs}:0`], Date.UTC(2026, 10, 30, 23))).toMatchObject([
    { remaining: 5, resetsAtMs: Date.UTC(2026, 11, 1) },
  ]);
  expect(remainingBy(limits, [`${startMs}:4:${startMs}:0`], Date.UTC(2026, 11, 1))).toMatchObject([
    { remaining: 9, resetsAtMs: Date.UTC(2027, 0, 1) },
  ]);
});

it('what changes nothing raises none: reading, a refusal, older news', async () => {
  const key = testKey(pool);
  await key.reserve({ attempt: 'held' });
  await pool.learn({ ...key, ageMs: 0, told: [told] });
  expect(await raised(key, () => key.read([monthly('requests', 9)]))).toBe(0);
  expect(await raised(key, () => key.reserve({ concurrent: 1 }))).toBe(0);
  expect(await raised(key, () => pool.learn({ ...key, ageMs: 60_000, told: [told] }))).toBe(0);
});

const weekMs = 7 * 24 * 3600 * 1000;
/** How long what is kept of the key itself still lasts: ms; -1 for ever, -2 where there is nothing. */
const lasts = ({ tag, key }: ReturnType<typeof testKey>): Promise<number> => redis.pttl(keyspace.keyState(tag, key));

it.each<[string, (key: ReturnType<typeof testKey>) => Promise<unknown>]>([
  ['what its provider tells', (key) => pool.learn({ ...key, ageMs: 0, told: [told] })],
  ['a mark', (key) => key.sleep(60_000)],
])('%s, coming late, leaves of the state of a deleted key only what goes by itself', async (_, late) => {
  const key = testKey(pool);
  await key.reserve({ attempt: 'a' });
  expect(await lasts(key)).toBe(-1);
  await pool.forget(key);
  expect(await lasts(key)).toBe(-2);
  await late(key);
  expect(await lasts(key)).toBeGreaterThan(weekMs - 60_000);
  expect(await lasts(key)).toBeLessThanOrEqual(weekMs);
  expect(await raised(key, () => late(key))).toBe(1);
});

it.each<[string, (key: ReturnType<typeof testKey>) => Promise<unknown>]>([
  ['use', (key) => key.reserve()],
  ['a suspension', (key) => key.suspend()],
  [
    'a refusal',
    (key) => pool.mark({ ...key, state: 'sleeping', until: { inMs: 60_000 }, reason: 'refused', refusal: true }),
  ],
  ['its account', (key) => pool.belongs({ ...key, account: 'org-1' })],
])('a key that was told of its limits before anything else keeps %s for good', async (_, change) => {
  const key = testKey(pool);
  await pool.learn({ ...key, ageMs: 0, told: [{ ...told, remaining: 5 }] });
  expect(await lasts(key)).toBeGreaterThan(0);
  await change(key);
  await pool.learn({ ...key, ageMs: 0, told: [told] });
  expect(await lasts(key)).toBe(-1);
});
