import { attemptId, type Limit, providerKeyId, requestId } from '@palimpsest/domain';
import { newAlertId } from '@palimpsest/runtime';
import { windowsOf } from '@palimpsest/state';
import { randomId } from '@palimpsest/testkit';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { measurePool } from './measure-pool.ts';
import { readPoolFigures } from './pool-figures.ts';
import { readSeldom } from './read-seldom.ts';

let scene: Scene;
let metrics: Registry;
beforeEach(async () => {
  scene = await startScene();
  metrics = new Registry();
  measurePool(
    metrics,
    readSeldom(
      0,
      () => readPoolFigures(scene),
      () => undefined,
    ),
  );
});
afterEach(() => scene.stop());

/** The lines of one metric that are not 0. */
const shown = async (name: string): Promise<string[]> =>
  (await metrics.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`) && !line.endsWith(' 0'));
const add = async (change: Readonly<Record<string, unknown>>) =>
  (await scene.call('POST', '/keys', newKey(change))).body.id;
const monthly = (metric: 'requests' | 'tokens', amount: number) => ({ metric, amount, period: 'month' });

async function take(id: string, limits: readonly object[], spent: { requests: number; tokens: number; cost: number }) {
  const key = providerKeyId(id);
  const attempt = attemptId(requestId(randomId('req')), key);
  const whole = limits.map((limit) => ({ timeZone: 'UTC', models: undefined, enforce: true, ...limit }) as Limit);
  const windows = windowsOf(whole, 'gpt-4o', Date.now());
  await scene.pool.reserve({ tag: id, key, attempt, model: 'gpt-4o', leaseMs: 60_000, windows, reserve: spent });
}

it('keys are counted by provider and state, as the overview counts them', async () => {
  const limits = [monthly('requests', 1)];
  const [spent, sleeping] = await Promise.all([add({ limits }), add({}), add({}), add({ enabled: false })]);
  await add({ provider: 'anthropic' });
  await take(spent, limits, { requests: 1, tokens: 0, cost: 0 });
  const until = { atMs: Date.now() + 600_000 };
  await scene.pool.mark({ tag: sleeping, key: providerKeyId(sleeping), state: 'sleeping', until, reason: 'a minute' });
  expect(await shown('palimpsest_keys')).toEqual([
    'palimpsest_keys{provider="openai",state="active"} 1',
    'palimpsest_keys{provider="openai",state="sleeping"} 1',
    'palimpsest_keys{provider="openai",state="exhausted"} 1',
    'palimpsest_keys{provider="openai",state="disabled"} 1',
    'palimpsest_keys{provider="anthropic",state="active"} 1',
  ]);
  expect((await scene.call('GET', '/overview')).body.pool).toMatchObject({
    active: 2,
    sleeping: 1,
    exhausted: 1,
    disabled: 1,
  });
});

it('what has caps shows the share that is left of each metric, and what has none shows nothing', async () => {
  const limits = [monthly('requests', 100), monthly('tokens', 1000)];
  const id = await add({ limits });
  await add({ provider: 'anthropic' });
  await take(id, limits, { requests: 1, tokens: 250, cost: 0 });
  expect(await shown('palimpsest_capacity_left_ratio')).toEqual([
    'palimpsest_capacity_left_ratio{provider="openai",metric="requests"} 0.99',
    'palimpsest_capacity_left_ratio{provider="openai",metric="tokens"} 0.75',
  ]);
});

it('a vendor that is stopped is counted under its provider and trouble, until the stop is over', async () => {
  const stop = { windowMs: 10_000, threshold: 1, trouble: 'outage' } as const;
  const addVendor = (vendor: string) =>
    add({ provider: 'openai_compatible', vendor, base_url: 'http://127.0.0.1:9', models: ['m'] });
  const [down, brief] = await Promise.all([addVendor('first'), addVendor('another')]);
  await scene.health.note({ ...stop, vendor: 'first', key: providerKeyId(down), stopMs: 600_000 });
  await scene.health.note({ ...stop, vendor: 'another', key: providerKeyId(brief), stopMs: 1 });
  await expect
    .poll(() => shown('palimpsest_vendors_stopped'))
    .toEqual(['palimpsest_vendors_stopped{provider="openai_compatible",trouble="outage"} 1']);
});

it('open alerts are counted by kind, and no longer once they are over', async () => {
  const about = { kind: 'low_capacity', target: 'usable keys', forMs: 0, message: 'few' } as const;
  await scene.alerts.observe(newAlertId(), { ...about, holds: true });
  expect(await shown('palimpsest_alerts_open')).toEqual(['palimpsest_alerts_open{kind="low_capacity"} 1']);
  await scene.alerts.observe(newAlertId(), { ...about, holds: false });
  expect(await shown('palimpsest_alerts_open')).toEqual([]);
  expect(await metrics.metrics()).toContain('palimpsest_alerts_open{kind="low_capacity"} 0\n');
});

it('labels are of closed sets: no name, id, secret or vendor of a key is among them, and series stay as few', async () => {
  const planted = { name: 'planted-name', vendor: 'planted-vendor', quota_group: 'planted-group', models: ['planted'] };
  const id = await add({ ...planted, limits: [monthly('requests', 5)] });
  const before = (await metrics.metrics()).split('\n').length;
  await Promise.all(['a', 'b', 'c'].map((vendor) => add({ ...planted, vendor, secret: randomId('planted') })));
  const text = await metrics.metrics();
  expect(text.split('\n')).toHaveLength(before);
  expect(text).not.toContain('planted');
  expect(text).not.toContain(id);
});

it('while Redis does not answer a scrape still comes, without what is not known', async () => {
  await add({});
  expect(await shown('palimpsest_keys')).toHaveLength(1);
  scene.redis.disconnect();
  expect(await shown('palimpsest_keys')).toEqual([]);
  expect(await metrics.metrics()).toContain('# TYPE palimpsest_keys gauge');
});
