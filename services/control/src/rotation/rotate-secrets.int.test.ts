import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { userId } from '@palimpsest/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RotationScene, startRotationScene } from '../testing/rotation-scene.ts';
import { keyringOf } from '../vault/keyring.ts';
import { readMasterKeys } from '../vault/master-key.ts';
import { rotateSecrets } from './rotate-secrets.ts';

let scene: RotationScene;
beforeEach(async () => {
  scene = await startRotationScene();
});
afterEach(() => scene.stop());

const keys = async () => (await scene.call('GET', '/keys')).body.data;

describe('make rotate-secrets', () => {
  it('leaves no secret that the old master key opens, and another data key', async () => {
    const [before, oldKeys] = [await scene.opened(), readMasterKeys(scene.source)];
    expect(await rotateSecrets(scene.parts)).toMatchObject({ outcome: 'done', changed: 3, oldKeyRemains: false });
    expect((await scene.opened(keyringOf(oldKeys))).secrets).toEqual([undefined, undefined, undefined]);
    const { dataKeys } = await scene.opened();
    expect(dataKeys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(dataKeys).not.toEqual(before.dataKeys);
    expect(scene.text()).toMatch(/^[\w-]{43}=\n$/);
    expect(await scene.audited('master-key.rotate')).toHaveLength(1);
  });

  it('keeps the keys as records that say what they need, and work again once their secret is entered', async () => {
    const names = (await keys()).map(({ name }) => name);
    await rotateSecrets(scene.parts);
    const after = await keys();
    expect(after.map(({ name }) => name)).toEqual(names);
    for (const key of after)
      expect(key).toMatchObject({ state: 'suspended', reason: expect.stringContaining('enter it again') });
    const entered = await scene.call('PATCH', `/keys/${after[0]?.id}`, { secret: 'sk-one' });
    expect(entered).toMatchObject({ status: 200, body: { state: 'active' } });
    expect((await scene.opened()).secrets).toContain('sk-one');
  });

  it('says after one that was broken off, too, how many keys wait for their secret', async () => {
    await rotateSecrets(scene.parts);
    const [first] = await keys();
    await scene.call('PATCH', `/keys/${first?.id}`, { secret: 'sk-one' });
    await scene.call('DELETE', `/keys/${first?.id}`);
    expect(await rotateSecrets(scene.parts)).toMatchObject({ outcome: 'done', changed: 2 });
  });

  it('leaves no session whose contents nobody can open', async () => {
    const refs = Array.from({ length: 120 }, (_, index) => ({ user: userId('usr_ada'), session: `chat-${index}` }));
    const turn = { turn: Buffer.from('sealed'), meta: Buffer.from('sealed'), keep: 4, ttlMs: 60_000 };
    for (const ref of refs)
      await Promise.all([scene.turns.append({ ...ref, ...turn }), scene.activity.touch(ref.user, ref.session, 1)]);
    await rotateSecrets(scene.parts);
    expect((await scene.call('GET', '/sessions')).body.data).toEqual([]);
    expect(await scene.activity.count(0)).toBe(0);
    for (const ref of refs) expect(await scene.turns.standing(ref)).toBeUndefined();
  });

  it('keeps users and their gateway keys', async () => {
    const user = (await scene.call('POST', '/users', { name: 'ada' })).body;
    const before = await scene.registry.get('users', user.id);
    await rotateSecrets(scene.parts);
    expect(await scene.registry.get('users', user.id)).toEqual(before);
  });

  it('is the way out where the master key is lost', async () => {
    writeFileSync(scene.file, `${randomBytes(32).toString('base64url')}=\n`);
    expect(await rotateSecrets(scene.parts)).toMatchObject({ outcome: 'done', changed: 3 });
    expect((await scene.opened()).dataKeys).toEqual([expect.any(String)]);
  });
});
