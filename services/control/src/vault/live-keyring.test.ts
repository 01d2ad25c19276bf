import { randomBytes } from 'node:crypto';
import { StartProblem } from '@palimpsest/runtime';
import { describe, expect, it } from 'vitest';
import { keyringOf, masterKeyId } from './keyring.ts';
import { liveKeyring } from './live-keyring.ts';
import type { MasterKeyBytes } from './master-key.ts';
import { open } from './open.ts';
import { seal } from './seal.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const binding = 'provider-key|key_1';

function start(keys: MasterKeyBytes) {
  const lines: string[] = [];
  const say = (_: unknown, text?: string) => void lines.push(text ?? '');
  let file: MasterKeyBytes | undefined = keys;
  const read = (): MasterKeyBytes => {
    if (file === undefined) throw new StartProblem('it cannot be read');
    return file;
  };
  const ring = liveKeyring(read, { info: say, warn: say });
  return { ring, lines, write: (next: MasterKeyBytes | undefined) => (file = next) };
}

describe('the keyring of a running control', () => {
  it('opens what is sealed under a key that came into the file this very moment', () => {
    const { ring, write } = start([first]);
    const envelope = seal(keyringOf([second]), binding, Buffer.from('secret'));
    expect(open(ring, binding, envelope)).toMatchObject({ opened: false, why: 'another-master-key' });
    write([first, second]);
    expect(open(ring, binding, envelope)).toMatchObject({ opened: true });
    expect(ring.newest).toBe(masterKeyId(first));
  });

  it('still opens what it may have read under a key that has just left the file, and seals under the new one', () => {
    const { ring, write } = start([first, second]);
    const envelope = seal(ring, binding, Buffer.from('secret'));
    write([second]);
    ring.reread();
    expect(ring.ids()).toEqual([masterKeyId(second)]);
    expect(ring.newest).toBe(masterKeyId(second));
    expect(open(ring, binding, envelope)).toMatchObject({ opened: true });
  });

  it('stays as it is while the file cannot be read, and says so once', () => {
    const { ring, write, lines } = start([first]);
    write(undefined);
    ring.reread();
    ring.reread();
    expect(ring.ids()).toEqual([masterKeyId(first)]);
    expect(lines).toEqual(['the master key stays as it was']);
  });

  it('says when keys have come, and not when some have gone', () => {
    const { ring, write } = start([first]);
    let gains = 0;
    ring.onGain(() => {
      gains += 1;
    });
    write([first, second]);
    ring.reread();
    write([second]);
    ring.reread();
    expect(gains).toBe(1);
  });
});
