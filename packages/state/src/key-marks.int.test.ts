import { randomId } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';

const pool = new KeyPool(testRedis());

test('a sleeping key is refused until its deadline, which counts from the time of Redis', async () => {
  const key = testKey(pool);
  const { nowMs, untilMs } = await key.sleep(20_000);
  expect(untilMs).toBe(nowMs + 20_000);
  expect(await key.reserve()).toMatchObject({
    granted: false,
    why: 'sleeping',
    untilMs,
    reason: 'requests per minute',
  });
  expect(await key.read()).toMatchObject({ state: 'sleeping', untilMs, reason: 'requests per minute' });
});

test('a deadline is only ever moved later', async () => {
  const key = testKey(pool);
  const { untilMs } = await key.sleep(60_000, 'tokens per minute');
  expect((await key.sleep(1_000)).untilMs).toBe(untilMs);
  expect(await key.read()).toMatchObject({ untilMs, reason: 'tokens per minute' });
  expect((await key.sleep(90_000)).untilMs).toBeGreaterThan(untilMs ?? 0);
  expect(await key.read()).toMatchObject({ reason: 'requests per minute' });
});

test('exhausted outranks sleeping, whichever comes first', async () => {
  const first = testKey(pool);
  await first.exhaust(60_000);
  await first.sleep(90_000);
  expect(await first.read()).toMatchObject({ state: 'exhausted', reason: 'requests per day' });
  const second = testKey(pool);
  const { untilMs } = await second.sleep(90_000);
  await second.exhaust(60_000);
  expect(await second.read()).toMatchObject({ state: 'exhausted', reason: 'requests per day', untilMs });
});

test('a time that the provider named is kept to the millisecond', async () => {
  const key = testKey(pool);
  const atMs = Date.now() + 3_600_123;
  expect((await pool.mark({ ...key, state: 'exhausted', until: { atMs }, reason: 'day' })).untilMs).toBe(atMs);
});

test('a time that is nothing or past leaves no mark for ever, and what is no time is refused', async () => {
  for (const until of [{ inMs: 0 }, { inMs: -5 }, { atMs: 0 }]) {
    const key = testKey(pool);
    expect((await pool.mark({ ...key, state: 'sleeping', until, reason: 'odd' })).untilMs).toBeGreaterThan(0);
    await expect.poll(async () => (await key.reserve()).granted).toBe(true);
  }
  await expect(testKey(pool).sleep(Number.NaN)).rejects.toThrow('not a time');
});

test('clients that invent model names cannot make a key remember more than 256', async () => {
  const key = testKey(pool);
  await Promise.all(Array.from({ length: 300 }, (_, index) => key.suspend('no access', `gpt-${index}`)));
  await key.suspend('no access', 'gpt-0');
  const { models } = await key.read();
  expect(models).toHaveLength(256);
  expect(models.map(({ model }) => model)).toContain('gpt-0');
});

test('sleeping and exhaustion hold for the whole quota group, a suspension for its key alone', async () => {
  const group = `group:${randomId('grp')}`;
  const [one, two] = [testKey(pool, group), testKey(pool, group)];
  await one.suspend();
  expect((await two.reserve({ attempt: 'a' })).granted).toBe(true);
  await one.sleep(60_000);
  expect(await two.reserve()).toMatchObject({ granted: false, why: 'sleeping' });
  expect(await one.read()).toMatchObject({ state: 'suspended', untilMs: null, reason: 'invalid api key' });
});

test('a model state keeps the key from that model alone', async () => {
  const key = testKey(pool);
  await key.suspend('no access', 'gpt-5');
  const { untilMs } = await key.sleep(60_000, 'quota of the model', 'o3');
  expect(await key.reserve({ model: 'gpt-5' })).toMatchObject({ why: 'model', untilMs: null, reason: 'no access' });
  expect(await key.reserve({ model: 'o3' })).toMatchObject({ why: 'model', untilMs });
  expect((await key.reserve({ model: 'gpt-4o' })).granted).toBe(true);
  const { state, models } = await key.read();
  expect(state).toBe('active');
  expect([...models].sort((a, b) => a.model.localeCompare(b.model))).toEqual([
    { model: 'gpt-5', state: 'suspended', untilMs: null, reason: 'no access' },
    { model: 'o3', state: 'sleeping', untilMs, reason: 'quota of the model' },
  ]);
});

test('a suspended model stays suspended, whatever fails later', async () => {
  const key = testKey(pool);
  await key.suspend('no access', 'o3');
  await key.sleep(1_000, 'busy', 'o3');
  expect((await key.read()).models).toMatchObject([{ state: 'suspended', untilMs: null, reason: 'no access' }]);
});

test('a doubt that comes again suspends the key, unless a success came between; one of several at once does not', async () => {
  const key = testKey(pool);
  const doubt = (inMs: number) =>
    pool.mark({ ...key, state: 'sleeping', until: { inMs }, again: 'suspended', reason: 'unauthorized' });
  const woken = () => expect.poll(async () => (await key.read()).state, { interval: 2 }).toBe('active');
  await doubt(5);
  await woken();
  await key.reserve({ attempt: 'well' });
  await key.settle('well', 'success');
  expect(await doubt(30)).toMatchObject({ state: 'sleeping' });
  expect(await doubt(30)).toMatchObject({ state: 'sleeping' });
  await woken();
  expect(await doubt(30)).toMatchObject({ state: 'suspended', untilMs: null });
  expect(await key.read()).toMatchObject({ state: 'suspended', reason: 'unauthorized' });
});

test('a success that began before a mark clears nothing', async () => {
  const key = testKey(pool);
  await key.reserve({ attempt: 'early' });
  await key.exhaust(60_000);
  await key.suspend();
  await key.settle('early', 'success');
  expect((await key.read()).state).toBe('suspended');
  await pool.resume(key);
  await key.reserve({ attempt: 'later' });
  await key.exhaust(60_000);
  await key.settle('later', 'success');
  expect((await key.read()).state).toBe('exhausted');
});

test('resume ends suspension, cooldown, model states and the run of failures', async () => {
  const key = testKey(pool);
  await key.reserve({ attempt: 'a' });
  await key.sleep(60_000);
  await key.settle('a', 'failure');
  await key.suspend();
  await key.suspend('no access', 'o3');
  await pool.resume(key);
  expect(await key.read()).toMatchObject({ state: 'active', failures: 0, models: [] });
  expect(await key.reserve({ model: 'o3' })).toMatchObject({ granted: true, probe: false });
});

test('reset ends cooldowns and exhaustion, and leaves suspensions', async () => {
  const group = `group:${randomId('grp')}`;
  const [one, two] = [testKey(pool, group), testKey(pool, group)];
  await one.exhaust(60_000);
  await one.sleep(60_000, 'busy', 'o3');
  await one.suspend('no access', 'gpt-5');
  await two.suspend();
  await pool.reset({ tag: group, keys: [one.key, two.key] });
  expect(await one.read()).toMatchObject({ state: 'active', models: [{ model: 'gpt-5', state: 'suspended' }] });
  expect((await two.read()).state).toBe('suspended');
});

test('a success ends a run of failures, a cancelled attempt leaves it', async () => {
  const key = testKey(pool);
  for (const [attempt, outcome, run] of [
    ['a', 'failure', 1],
    ['b', 'failure', 2],
    ['c', 'cancelled', 2],
    ['d', 'success', 0],
  ] as const) {
    await key.reserve({ attempt });
    await key.settle(attempt, outcome);
    expect((await key.read()).failures).toBe(run);
  }
});
