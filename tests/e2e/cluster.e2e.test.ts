import { type RedisCluster, startRedisCluster } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type HouseOnStore, startHouseOn } from './house/house.ts';
import { type SceneUnderLoad, sceneUnderLoad } from './load/scene-under-load.ts';

// The whole gateway on three masters with a replica each. Shared: a test leaves the cluster whole.
let cluster: RedisCluster;
let house: HouseOnStore;
let scene: SceneUnderLoad;
beforeAll(async () => {
  cluster = await startRedisCluster();
  const environment = { PALIMPSEST_REDIS_CLUSTER: cluster.endpoints };
  house = await startHouseOn(environment);
  scene = await sceneUnderLoad(house, environment);
}, 120_000);
afterAll(async () => {
  await scene?.close();
  await house?.close();
  await cluster?.stop();
});

/** A key of the slot that a tag belongs to: which one does not matter. */
const inSlotOf = (tag: string) => `pgw:v1:{${tag}}:any`;
const anotherThan = (master: unknown, key: string) =>
  vi.waitFor(async () => expect(await cluster.masterOf(key)).not.toBe(master), { timeout: 20_000, interval: 50 });
/** A promise of one second, on machines that run everything else at the same time. */
const HANGING_MS = 3_000;

test('no request fails while the slots that it uses move to another master', { timeout: 120_000 }, async () => {
  const load = await scene.begin();
  const usage = [0, 1, 2, 3].map((partition) => `usage:${partition}`);
  for (const tag of [`u:${scene.user.id}`, `k:${scene.key.id}`, ...usage, 'registry']) {
    await cluster.migrate(inSlotOf(tag));
    await load.answers(8);
  }
  expect((await load.end()).filter(({ result }) => result !== 'fine')).toEqual([]);
  await scene.agree();
});

test.for(['killed', 'frozen'] as const)(
  'a master that is %s under load costs 503s until a replica has its place, no count, and no restart',
  { timeout: 120_000 },
  async (how) => {
    // The one for the user's counters, the other for what was used.
    const key = inSlotOf(how === 'killed' ? `u:${scene.user.id}` : 'usage:1');
    const load = await scene.begin();
    const master = await cluster.masterOf(key);
    await (how === 'killed' ? master.kill() : master.pause());
    await anotherThan(master, key);
    await load.answers(30);
    await (how === 'killed' ? master.restart() : master.resume());
    await load.answers(30);
    const told = await load.end();
    expect(Math.max(...told.map(({ tookMs }) => tookMs))).toBeLessThan(HANGING_MS);
    await cluster.whole();
    await scene.agree();
  },
);

test.for(['user', 'key', 'events'] as const)(
  'of the %s nothing is lost that a master takes between its waking and its learning that another has its place',
  { timeout: 120_000 },
  async (of) => {
    const tags = { user: `u:${scene.user.id}`, key: `k:${scene.key.id}`, events: 'usage:1' };
    const key = inSlotOf(tags[of]);
    const load = await scene.begin();
    const master = await cluster.masterOf(key);
    await master.pause();
    await anotherThan(master, key);
    await master.resume();
    await load.answers(30);
    await load.end();
    await cluster.whole();
    await scene.agree();
  },
);

test('a cluster that lost a master and its replica refuses with 503, and serves again with all it had when they are back', {
  timeout: 120_000,
}, async () => {
  const key = inSlotOf('usage:2');
  const load = await scene.begin();
  const lost = [await cluster.replicaOf(key), await cluster.masterOf(key)];
  for (const node of lost) await node.kill();
  await vi.waitFor(() => expect(load.told.at(-1)?.result).toBe('gateway_unavailable'), { timeout: 20_000 });
  for (const node of lost) await node.restart();
  await load.answers(30);
  const told = await load.end();
  expect(Math.max(...told.map(({ tookMs }) => tookMs))).toBeLessThan(HANGING_MS);
  await cluster.whole();
  await scene.agree();
});
