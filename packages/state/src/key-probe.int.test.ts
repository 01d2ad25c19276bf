import { randomId } from '@palimpsest/testkit';
import { expect, test, vi } from 'vitest';
import { KeyPool } from './key-pool.ts';
import { testKey } from './testing/test-pool.ts';
import { testRedis } from './testing/test-redis.ts';

const pool = new KeyPool(testRedis());
type TestKey = ReturnType<typeof testKey>;

/** Puts the key to sleep and waits for the end of it, by the clock of Redis. */
async function justWoken(key: TestKey, model?: string): Promise<void> {
  const { untilMs } = await key.sleep(5, 'busy', model);
  await vi.waitFor(async () => expect((await key.read()).nowMs).toBeGreaterThanOrEqual(untilMs ?? 0), { interval: 2 });
}

test('of 50 attempts at the end of a cooldown one is the probe, the others are to wait a second', async () => {
  const key = testKey(pool);
  await justWoken(key);
  const replies = await Promise.all(Array.from({ length: 50 }, () => key.reserve()));
  expect(replies.filter((reply) => reply.granted)).toMatchObject([{ probe: true }]);
  const waiting = replies.filter((reply) => !reply.granted);
  expect(waiting).toHaveLength(49);
  expect(waiting.every(({ why, untilMs, nowMs }) => why === 'probing' && untilMs === nowMs + 1000)).toBe(true);
  expect(await key.read()).toMatchObject({ state: 'active', probing: true });
});

test('the others follow once the probe has brought content, and a later failure still counts as a repeat', async () => {
  const key = testKey(pool);
  await justWoken(key);
  await key.reserve({ attempt: 'probe' });
  await key.firstContent('probe');
  expect(await key.reserve()).toMatchObject({ granted: true, probe: false });
  expect((await key.read()).probing).toBe(false);
  expect((await key.sleep(60_000)).failures).toBe(2);
});

test('only the probe opens the key', async () => {
  const key = testKey(pool);
  await key.reserve({ attempt: 'early' });
  await justWoken(key);
  await key.reserve({ attempt: 'probe' });
  await key.firstContent('early');
  expect(await key.reserve()).toMatchObject({ granted: false, why: 'probing' });
});

test('a success of the probe ends the run of failures', async () => {
  const key = testKey(pool);
  await justWoken(key);
  await key.reserve({ attempt: 'probe' });
  await key.settle('probe', 'success');
  expect(await key.reserve()).toMatchObject({ granted: true, probe: false });
  expect((await key.sleep(5)).failures).toBe(1);
});

test('a failed probe puts the key to sleep anew', async () => {
  const key = testKey(pool);
  await justWoken(key);
  await key.reserve({ attempt: 'probe' });
  expect((await key.sleep(5)).failures).toBe(2);
  await key.settle('probe', 'failure');
  await vi.waitFor(async () => expect(await key.reserve()).toMatchObject({ granted: true, probe: true }));
});

test('failures of attempts that ran side by side are one mark of the run', async () => {
  const key = testKey(pool);
  const replies = await Promise.all([1, 2, 3].map(() => key.sleep(60_000)));
  expect(replies.map(({ failures }) => failures)).toEqual([1, 1, 1]);
});

test('each mark of a run lasts as long as its place in it says, and another state begins a run of its own', async () => {
  const key = testKey(pool);
  const rests = async (state: 'sleeping' | 'exhausted', inMs: readonly number[]) => {
    const { nowMs, untilMs } = await pool.mark({ ...key, state, until: { inMs }, reason: 'busy' });
    await vi.waitFor(async () => expect((await key.read()).nowMs).toBeGreaterThanOrEqual(untilMs ?? 0), {
      interval: 2,
    });
    return (untilMs ?? 0) - nowMs;
  };
  expect(await rests('sleeping', [5, 9, 14])).toBe(5);
  expect(await rests('sleeping', [5, 9, 14])).toBe(9);
  expect(await rests('sleeping', [5, 9, 14])).toBe(14);
  expect(await rests('sleeping', [5, 9, 14])).toBe(14);
  expect(await rests('exhausted', [6, 10])).toBe(6);
  expect(await rests('sleeping', [5, 9])).toBe(5);
});

test.each(['cancelled', 'failure'] as const)(
  'a probe that ends as %s without a new mark hands over to the next',
  async (outcome) => {
    const key = testKey(pool);
    await justWoken(key);
    await key.reserve({ attempt: 'probe' });
    await key.settle('probe', outcome);
    expect(await key.reserve()).toMatchObject({ granted: true, probe: true });
  },
);

test('a probe whose proxy died hands over when its lease ends', async () => {
  const key = testKey(pool);
  await justWoken(key);
  await key.reserve({ leaseMs: 30 });
  expect(await key.reserve()).toMatchObject({ why: 'probing' });
  await vi.waitFor(async () => expect(await key.reserve()).toMatchObject({ granted: true, probe: true }));
});

test('a quota group has one probe, whichever of its keys tries', async () => {
  const group = `group:${randomId('grp')}`;
  const [one, two] = [testKey(pool, group), testKey(pool, group)];
  await justWoken(one);
  expect(await two.reserve()).toMatchObject({ granted: true, probe: true });
  expect(await one.reserve()).toMatchObject({ granted: false, why: 'probing' });
});

test('a model that wakes is probed alone; the other models go on', async () => {
  const key = testKey(pool);
  await justWoken(key, 'o3');
  expect(await key.reserve({ model: 'o3', attempt: 'probe' })).toMatchObject({ granted: true, probe: true });
  expect(await key.reserve({ model: 'o3' })).toMatchObject({ granted: false, why: 'probing' });
  expect(await key.reserve()).toMatchObject({ granted: true, probe: false });
  await key.firstContent('probe');
  expect(await key.reserve({ model: 'o3' })).toMatchObject({ granted: true, probe: false });
});

test('an attempt refused by a limit does not take the place of the probe', async () => {
  const key = testKey(pool);
  await justWoken(key);
  expect(await key.reserve({ concurrent: 0 })).toMatchObject({ why: 'concurrent' });
  expect(await key.reserve()).toMatchObject({ granted: true, probe: true });
});
