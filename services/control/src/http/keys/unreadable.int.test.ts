import { randomBytes } from 'node:crypto';
import type { Stored } from '@palimpsest/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredKey } from '../../registry-records.ts';
import { newKey } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const create = async (change: object = {}): Promise<Stored<StoredKey>> => {
  const { body } = await scene.call('POST', '/keys', newKey({ ...change }));
  const record = await scene.registry.get('provider-keys', body.id);
  if (record === undefined) throw new Error('not stored');
  return record;
};
const seal = (from: Stored<StoredKey>, sealedSecret: string) =>
  scene.registry.put('provider-keys', { id: from.id, from, value: { ...from.value, sealedSecret } });
const stateOf = async (id: string, at = scene) => (await at.call('GET', `/keys/${id}`)).body;

describe('a key whose secret cannot be opened', () => {
  it('is never active under another master key, and the list goes on so that it can be repaired', async () => {
    const [enabled, disabled] = [await create(), await create({ enabled: false })];
    const other = await startScene({ beside: { ...scene, masterKey: randomBytes(32) } });
    const list = await other.call('GET', '/keys');
    expect(list.status).toBe(200);
    expect(await stateOf(enabled.id, other)).toMatchObject({
      state: 'suspended',
      until: null,
      reason: 'secret cannot be opened: another master key',
    });
    expect((await stateOf(disabled.id, other)).state).toBe('disabled');
    expect((await other.call('POST', `/keys/${enabled.id}/test`)).body).toMatchObject({ ok: false, class: 'rejected' });
    expect((await other.call('POST', `/keys/${enabled.id}/resume`)).body.state).toBe('suspended');
    expect((await other.call('GET', '/overview')).body).toMatchObject({
      pool: { active: 0, suspended: expect.any(Number) },
    });

    const moved = await other.call('PATCH', `/keys/${enabled.id}`, { base_url: 'https://new.example' });
    expect(moved.body.errors).toMatchObject([{ path: 'secret' }]);
    const entered = await other.call('PATCH', `/keys/${enabled.id}`, { secret: 'sk-entered-again' });
    expect(entered.body).toMatchObject({ state: 'active', secret_hint: 'gain' });
    await other.stop();
  });

  it('is noticed where one byte was flipped, and the others work', async () => {
    const [broken, whole] = [await create(), await create()];
    const { sealedSecret } = broken.value;
    const flipped = sealedSecret.slice(0, -4) + (sealedSecret.at(-4) === 'A' ? 'B' : 'A') + sealedSecret.slice(-3);
    await seal(broken, flipped);
    expect(await stateOf(broken.id)).toMatchObject({ state: 'suspended', reason: expect.stringContaining('damaged') });
    expect((await stateOf(whole.id)).state).toBe('active');
  });

  it('is noticed where the secrets of two keys were swapped', async () => {
    const [first, second] = [await create(), await create()];
    await seal(first, second.value.sealedSecret);
    await seal(second, first.value.sealedSecret);
    expect((await stateOf(first.id)).state).toBe('suspended');
    expect((await stateOf(second.id)).state).toBe('suspended');
  });
});
