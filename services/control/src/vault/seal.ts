import { randomBytes } from 'node:crypto';
import { lock } from './box.ts';
import { type Binding, boxContext, wrapContext, writeEnvelope } from './envelope.ts';
import type { Keyring } from './keyring.ts';

/** Encrypts a secret for one record under the newest master key. The data key is fresh and forgotten at once. */
export function seal({ newest, kek: kekOf }: Keyring, binding: Binding, secret: Uint8Array): string {
  const kek = kekOf(newest);
  if (kek === undefined) throw new Error('the keyring does not hold its newest key');
  const dataKey = randomBytes(32);
  try {
    return writeEnvelope({
      keyId: newest,
      wrapped: lock(kek, dataKey, wrapContext(newest, binding)),
      box: lock(dataKey, secret, boxContext(binding)),
    });
  } finally {
    dataKey.fill(0);
  }
}
