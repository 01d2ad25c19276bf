import type { ToldLimit } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { KeyPool } from './key-pool.ts';
import type { KeyReservation } from './key-words.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';
import { monthly, nothing, oneRequest, windowsNow } from './testing/test-windows.ts';

const redis = testRedis();
const pool = new KeyPool(redis);
const elsewhere = new KeyPool(redis);

const perMinute = (more: Partial<ToldLimit> = {}): ToldLimit => ({
  metric: 'requests',
  period: 'minute',
  refill: 'drip',
  limit: 60,
  remaining: 0,
  model: 'gpt-4o',
  source: 'header',
  confidence: 'told',
  ...more,
});
const inMinute = { metric: 'requests', period: 'minute', refill: 'window', limit: 5 } as const;

const waitOf = (reply: KeyReservation): number => (reply.granted ? 0 : (reply.untilMs ?? 0) - reply.nowMs);

test('a key that told that nothing is left is refused until something is back, by any proxy', async () => {
  const key = testKey(pool);
  await elsewhere.learn({ ...key, ageMs: 0, told: [perMinute({ limit: 6 })] });
  const refused = await key.reserve();
  expect(refused).toMatchObject({ granted: false, why: 'limit', reason: 'told requests:minute' });
  expect(waitOf(refused)).toBeGreaterThan(9000);
  expect(waitOf(refused)).toBeLessThanOrEqual(10_000);
});

test('what was told of one model leaves the others alone', async () => {
  const key = testKey(pool);
  await pool.learn({ ...key, ageMs: 0, told: [perMinute()] });
  expect((await key.reserve({ model: 'gpt-4o-mini' })).granted).toBe(true);
  await pool.learn({ ...key, ageMs: 0, told: [{ ...perMinute({ limit: 1 }), model: '' }] });
  expect((await key.reserve({ model: 'gpt-4o-mini' })).granted).toBe(false);
});

test('between two answers reservations count against what was left', async () => {
  const key = testKey(pool);
  await pool.learn({ ...key, ageMs: 0, told: [perMinute({ ...inMinute, remaining: 3, resetsInMs: 30_000 })] });
  const replies = await Promise.all(Array.from({ length: 10 }, () => key.reserve()));
  expect(replies.filter(({ granted }) => granted)).toHaveLength(3);
});

test('tokens that were held and not used come back, until the provider tells anew', async () => {
  const key = testKey(pool);
  const told = perMinute({ ...inMinute, metric: 'tokens', limit: 1000, remaining: 1000, resetsInMs: 60_000 });
  await pool.learn({ ...key, ageMs: 0, told: [told] });
  const pace = { countedAs: 'gpt-4o', needs: { requests: 1, tokens: 800 }, calendars: [], nowMs: Date.now() };
  await key.reserve({ attempt: 'a', pace });
  expect((await key.reserve({ pace })).granted).toBe(false);
  await key.settle('a', 'success', { ...oneRequest, tokens: 100 });
  expect((await key.read()).learned[0]?.remaining).toBe(900);
  await key.reserve({ attempt: 'b', pace });
  await pool.learn({ ...key, attempt: 'b', ageMs: 0, told: [{ ...told, remaining: 50 }] });
  await key.settle('b', 'success', { ...oneRequest, tokens: 100 });
  expect((await key.read()).learned[0]?.remaining).toBe(50);
});

test('a request larger than the limit waits for all of it, and is not shut out', async () => {
  const key = testKey(pool);
  await pool.learn({ ...key, ageMs: 0, told: [perMinute({ metric: 'tokens', limit: 500, remaining: 500 })] });
  const pace = { countedAs: 'gpt-4o', needs: { requests: 1, tokens: 800 }, calendars: [], nowMs: Date.now() };
  expect((await key.reserve({ pace })).granted).toBe(true);
  expect((await key.reserve({ pace })).granted).toBe(false);
});

test('an older answer that comes late changes nothing', async () => {
  const key = testKey(pool);
  await pool.learn({ ...key, ageMs: 0, told: [perMinute({ limit: 10 })] });
  await pool.learn({ ...key, ageMs: 5000, told: [perMinute({ limit: 10, remaining: 10 })] });
  expect((await key.reserve()).granted).toBe(false);
});

test('what other attempts took since the one that was told is taken from what it told', async () => {
  const key = testKey(pool);
  const told = perMinute({ ...inMinute, limit: 100, remaining: 100, resetsInMs: 60_000 });
  await pool.learn({ ...key, ageMs: 0, told: [told] });
  await key.reserve({ attempt: 'first' });
  await key.reserve();
  await key.reserve();
  await pool.learn({ ...key, attempt: 'first', ageMs: 0, told: [{ ...told, remaining: 50 }] });
  expect((await key.read()).learned[0]?.remaining).toBe(48);
});

test('a told value is over at its reset', async () => {
  const key = testKey(pool);
  const { limit: _, ...told } = perMinute({ refill: 'window', resetsInMs: 50 });
  await pool.learn({ ...key, ageMs: 0, told: [told] });
  expect((await key.reserve()).granted).toBe(false);
  await vi.waitFor(async () => expect((await key.reserve()).granted).toBe(true));
  expect((await key.read()).learned).toMatchObject([{ limit: null, remaining: null }]);
});

test('the tighter of the own limit and the told one holds', async () => {
  const wide = testKey(pool);
  await pool.learn({ ...wide, ageMs: 0, told: [perMinute({ ...inMinute, remaining: 5, resetsInMs: 60_000 })] });
  const two = windowsNow([monthly('requests', 2)]);
  const replies = await Promise.all(Array.from({ length: 4 }, () => wide.reserve({ windows: two })));
  expect(replies.filter(({ granted }) => granted)).toHaveLength(2);
  expect(replies.find(({ granted }) => !granted)).toMatchObject({ reason: 'requests:month:UTC' });
  const tight = testKey(pool);
  await pool.learn({ ...tight, ageMs: 0, told: [perMinute({ ...inMinute, remaining: 1, resetsInMs: 60_000 })] });
  expect((await tight.reserve({ windows: two })).granted).toBe(true);
  expect(await tight.reserve({ windows: two })).toMatchObject({ why: 'limit', reason: 'told requests:minute' });
});

test('a daily limit that drips gives one request after its share of the day, not at midnight', async () => {
  const key = testKey(pool);
  await pool.learn({ ...key, ageMs: 0, told: [perMinute({ period: 'day', limit: 200, resetsInMs: 432_000 })] });
  const waitMs = waitOf(await key.reserve());
  expect(waitMs).toBeGreaterThan(431_000);
  expect(waitMs).toBeLessThanOrEqual(432_000);
});

test('a limit on a calendar is whole again at the next day of its zone', async () => {
  const key = testKey(pool);
  const calendar = { period: 'day', timeZone: 'America/Los_Angeles' } as const;
  await pool.learn({ ...key, ageMs: 0, told: [perMinute({ ...calendar, refill: 'calendar', limit: 20 })] });
  const ask = (nowMs: number) =>
    key.reserve({ pace: { countedAs: 'gpt-4o', needs: { requests: 1 }, calendars: [calendar], nowMs } });
  const refused = await ask(Date.now());
  const midnight = new Intl.DateTimeFormat('en-GB', { timeZone: calendar.timeZone, timeStyle: 'medium' });
  expect(midnight.format(refused.nowMs + waitOf(refused))).toBe('00:00:00');
});

test('keys of one quota group share what one of them was told, and an operator ends it', async () => {
  const group = `group:${randomId('grp')}`;
  const [one, two] = [testKey(pool, group), testKey(pool, group)];
  await pool.learn({ ...one, ageMs: 0, told: [perMinute({ limit: 1 })] });
  expect((await two.reserve()).granted).toBe(false);
  await pool.reset({ tag: group, keys: [two.key] });
  expect((await two.reserve()).granted).toBe(true);
});

test('shows where each limit comes from, and since when', async () => {
  const key = testKey(pool);
  await pool.learn({ ...key, ageMs: 2000, told: [perMinute({ limit: 60, remaining: 30, confidence: 'inferred' })] });
  const { learned, nowMs } = await key.read();
  expect(learned).toMatchObject([
    { metric: 'requests', period: 'minute', model: 'gpt-4o', limit: 60, source: 'header', confidence: 'inferred' },
  ]);
  expect(learned[0]?.remaining).toBeGreaterThanOrEqual(32);
  expect(nowMs - (learned[0]?.toldAtMs ?? 0)).toBeGreaterThanOrEqual(2000);
});

test('a limit alone, from a request that was too large for it, counts from full', async () => {
  const key = testKey(pool);
  const { remaining: _, ...told } = perMinute({ limit: 2, source: 'error' });
  await pool.learn({ ...key, ageMs: 0, told: [told] });
  await key.reserve({ attempt: 'a' });
  await key.settle('a', 'failure', nothing);
  expect((await key.read()).learned[0]?.remaining).toBe(2);
});
