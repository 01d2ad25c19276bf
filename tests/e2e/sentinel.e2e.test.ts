import { type RedisSentinels, startRedisSentinels } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type HouseOnStore, startHouseOn } from './house/house.ts';
import { type SceneUnderLoad, sceneUnderLoad } from './load/scene-under-load.ts';

let sentinels: RedisSentinels;
let house: HouseOnStore;
let scene: SceneUnderLoad;
beforeAll(async () => {
  // As docs/operations.md wants it: a master that came back must not take what nobody will keep.
  sentinels = await startRedisSentinels({ replicas: 2, args: ['--min-replicas-to-write', '1'] });
  const environment = {
    PALIMPSEST_REDIS_SENTINELS: sentinels.endpoints,
    PALIMPSEST_REDIS_MASTER_NAME: sentinels.masterName,
  };
  house = await startHouseOn(environment);
  scene = await sceneUnderLoad(house, environment);
}, 120_000);
afterAll(async () => {
  await scene?.close();
  await house?.close();
  await sentinels?.stop();
});

/** A promise of one second, on machines that run everything else at the same time. */
const HANGING_MS = 3_000;

test('a master that dies under load costs 503s until a replica has its place, no count, and no restart', {
  timeout: 120_000,
}, async () => {
  const load = await scene.begin();
  const master = await sentinels.master();
  await master.kill();
  await vi.waitFor(async () => expect(await sentinels.master()).not.toBe(master), { timeout: 20_000, interval: 50 });
  await load.answers(60);
  await master.restart();
  await load.answers(30);
  const told = await load.end();
  expect(Math.max(...told.map(({ tookMs }) => tookMs))).toBeLessThan(HANGING_MS);
  await scene.agree();
});
