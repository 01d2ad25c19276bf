import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Scene, startScene } from '../testing/scene.ts';
import { ensureDataKey } from './ensure-data-key.ts';
import { keyringOf } from './keyring.ts';
import { open } from './open.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.stop());

describe('the data key of sessions', () => {
  it('is made once, 32 bytes under the master key, however many replicas start at once', async () => {
    const ensured = await Promise.all([1, 2, 3].map(() => ensureDataKey(scene.registry, scene.keyring)));
    expect(ensured).toEqual([true, true, true]);
    const [record, ...others] = await scene.registry.page('data-keys', { limit: 10 });
    expect(others).toEqual([]);
    const id = record?.id ?? '';
    const opened = open(scene.keyring, `data-key|${id}`, record?.value.sealedKey ?? '');
    expect(opened.opened && opened.secret.length).toBe(32);
  });

  it('is not made anew under another master key: the right one would find its sessions gone', async () => {
    await ensureDataKey(scene.registry, scene.keyring);
    expect(await ensureDataKey(scene.registry, keyringOf([randomBytes(32)]))).toBe(false);
    expect(await scene.registry.count('data-keys')).toBe(1);
    expect(await ensureDataKey(scene.registry, scene.keyring)).toBe(true);
  });
});
