import { attemptId, type Limit, providerKeyId, requestId } from '@palimpsest/domain';
import { windowsOf } from '@palimpsest/state';
import { randomId } from '@palimpsest/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newKey } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.stop());

/** Limits of the month: no test crosses its end twice. */
const monthly = (metric: 'requests' | 'tokens' | 'cost', amount: number) => ({ metric, amount, period: 'month' });
const add = async (change: object) => (await scene.call('POST', '/keys', newKey({ ...change }))).body.id;
const pool = async () => (await scene.call('GET', '/overview')).body.pool;

/** A call on a key, or on its group, that took so much. */
async function take(
  id: string,
  limits: readonly object[],
  spent: { requests: number; tokens: number; cost: number },
  tag = id,
) {
  const key = providerKeyId(id);
  const attempt = attemptId(requestId(randomId('req')), key);
  const whole = limits.map((limit) => ({ timeZone: 'UTC', models: undefined, enforce: true, ...limit }) as Limit);
  const windows = windowsOf(whole, 'gpt-4o', Date.now());
  await scene.pool.reserve({ tag, key, attempt, model: 'gpt-4o', leaseMs: 60_000, windows, reserve: spent });
  await scene.pool.settle({ tag, key, attempt, spent, outcome: 'success' });
}

it('the requests that a quota group has left count once, and its keys all have its limit', async () => {
  const limits = [monthly('requests', 200)];
  const [first] = await Promise.all([
    add({ quota_group: 'project', limits }),
    add({ quota_group: 'project', limits }),
    add({ quota_group: 'project' }),
    add({ limits: [monthly('requests', 30)] }),
    add({}),
  ]);
  expect(await pool()).toMatchObject({ keys: 5, active: 5, capped_keys: 4, requests_remaining: 230 });
  await take(first, limits, { requests: 1, tokens: 0, cost: 0 }, 'group:project');
  expect(await pool()).toMatchObject({ requests_remaining: 229 });
});

it.each([
  ['requests', 1],
  ['tokens', 100],
  ['cost', 2],
] as const)(
  'a key that has used up its %s is no active one, and what it has left of other limits is not there',
  async (metric, amount) => {
    const spent = monthly(metric, amount);
    const limits = metric === 'requests' ? [spent] : [monthly('requests', 50), spent];
    const id = await add({ limits });
    await add({});
    expect(await pool()).toMatchObject({ active: 2, exhausted: 0 });
    await take(id, limits, { requests: 1, tokens: 100, cost: 2_000_000_000 });
    expect(await pool()).toMatchObject({ keys: 2, active: 1, exhausted: 1, capped_keys: 1, requests_remaining: null });
  },
);
