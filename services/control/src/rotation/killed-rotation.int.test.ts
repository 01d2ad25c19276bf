import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RotationScene, startRotationScene, untilFree } from '../testing/rotation-scene.ts';
import { rekey } from './rekey.ts';
import { rotateSecrets } from './rotate-secrets.ts';

const program = join(import.meta.dirname, '../testing/rotate-and-die.ts');
const secrets = ['sk-one', 'sk-two'];

let scene: RotationScene;
beforeEach(async () => {
  scene = await startRotationScene(secrets);
});
afterEach(() => scene.stop());

/** Kills it after its n-th step; the step that it came to. */
async function killed(command: string, step: number): Promise<string> {
  const child = spawn(process.execPath, [program, command, String(step)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PALIMPSEST_DATA_DIR: scene.folder, PALIMPSEST_ENV_FILE: '', PALIMPSEST_REDIS_URL: scene.redisUrl },
  });
  let told = '';
  child.stdout.on('data', (data: Buffer) => {
    told += data.toString();
  });
  const [, signal]: unknown[] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return told.trim().split('\n').at(-1) ?? '';
}

describe('a rekey that is killed', { timeout: 30_000 }, () => {
  it.each([
    [1, 'held'],
    [2, 'added'],
    [3, 'known'],
    [4, 'retired'],
    [5, 'changed'],
    [6, 'changed'],
    [7, 'changed'],
    [8, 'settled'],
    [9, 'dropped'],
  ])('after its step %i (%s) has lost no secret, and is brought to its end by the next', async (step, name) => {
    const before = await scene.opened();
    expect(await killed('rekey', step)).toBe(name);
    expect(await scene.opened()).toEqual(before);
    expect(await untilFree(() => rekey(scene.parts))).toMatchObject({ outcome: 'done' });
    expect(await scene.opened()).toEqual(before);
    expect(scene.text()).toMatch(/^[\w-]{43}=\n$/);
    // One that had come to its end is not taken up again: the next is another.
    expect(await scene.audited('master-key.rekey')).toHaveLength(name === 'dropped' ? 2 : 1);
  });
});

describe('a rotate-secrets that is killed', { timeout: 30_000 }, () => {
  it.each([
    [2, 'added'],
    [4, 'retired'],
    [5, 'changed'],
    [6, 'changed'],
    [8, 'settled'],
  ])(
    'after its step %i (%s) leaves a control that starts, and is brought to its end by the next',
    async (step, name) => {
      expect(await killed('rotate-secrets', step)).toBe(name);
      expect((await scene.opened()).dataKeys).not.toContain(undefined);
      expect(await untilFree(() => rotateSecrets(scene.parts))).toMatchObject({ outcome: 'done' });
      expect((await scene.opened()).secrets).toEqual([undefined, undefined]);
      expect((await scene.opened()).dataKeys).toEqual([expect.any(String)]);
      expect(scene.text()).toMatch(/^[\w-]{43}=\n$/);
    },
  );
});
