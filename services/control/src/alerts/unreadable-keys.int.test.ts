import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';
import { type UnreadableKeyParts, unreadableKeysRound } from './unreadable-keys.ts';

let scene: Scene;
let stranger: Scene;
beforeAll(async () => {
  scene = await startScene();
  stranger = await startScene({ beside: { ...scene, masterKey: randomBytes(32) } });
});
// The scene's Redis is its own.
beforeEach(() => scene.redis.flushall());
afterAll(async () => {
  await stranger.stop();
  await scene.stop();
});

const create = async (change: Parameters<typeof newKey>[0] = {}) =>
  (await scene.call('POST', '/keys', newKey(change))).body;
const look = (of: Scene, more: Partial<UnreadableKeyParts> = { forMs: 0 }) => unreadableKeysRound({ ...of, ...more });
const alerts = async () => (await scene.call('GET', '/alerts')).body.data;

it('tells once of an enabled key that does not open, until it does, in the list, in the overview and to webhooks', async () => {
  const { id } = await create({ name: 'one' });
  await create({ enabled: false });
  for (let time = 0; time < 2; time++) await look(stranger);
  const message = 'The key one of openai cannot be used: its secret cannot be opened: another master key.';
  expect(await alerts()).toMatchObject([{ kind: 'unreadable_key', target: id, message, state: 'open' }]);
  expect((await scene.call('GET', '/overview')).body.alerts).toMatchObject([{ kind: 'unreadable_key', message }]);
  expect(await scene.messages.take(10, 60_000)).toMatchObject([{ change: 'raised' }]);
  await look(scene);
  expect(await alerts()).toMatchObject([{ target: id, state: 'ended' }]);
  expect(await scene.messages.take(10, 60_000)).toMatchObject([{ change: 'ended' }]);
});

it('is over for a key that was deleted or disabled', async () => {
  const [deleted, disabled] = [await create(), await create()];
  await look(stranger);
  expect((await alerts()).map(({ state }) => state)).toEqual(['open', 'open']);
  await scene.call('DELETE', `/keys/${deleted.id}`);
  await scene.call('PATCH', `/keys/${disabled.id}`, { enabled: false });
  await look(stranger);
  expect((await alerts()).map(({ state }) => state)).toEqual(['ended', 'ended']);
});

it('tells of nothing while another replica opens the key', async () => {
  await create();
  for (let time = 0; time < 3; time++) {
    await look(stranger, {});
    await look(scene, {});
  }
  expect(await alerts()).toEqual([]);
  expect(await scene.alerts.watched()).toEqual([]);
});
