import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { MasterKeyBytes } from './master-key.ts';

/** The key-encryption keys by the id that stands in each envelope. New envelopes are sealed under `newest`. */
export type Keyring = { readonly newest: string; readonly kek: (id: string) => KeyObject | undefined };

const derive = (masterKey: Uint8Array, purpose: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(), `palimpsest vault ${purpose} v1`, bytes));

/** What an envelope says of the master key it was sealed under: eight hexadecimal digits that lead back to nothing. */
export const masterKeyId = (masterKey: Uint8Array): string =>
  createHash('sha256')
    .update(derive(masterKey, 'key id', 32))
    .digest('hex')
    .slice(0, 8);

/** What secrets are wrapped under, by the id of its master key, in the order of the keys. */
export const keksOf = (masterKeys: MasterKeyBytes): Map<string, KeyObject> =>
  new Map(masterKeys.map((key) => [masterKeyId(key), createSecretKey(derive(key, 'key encryption', 32))]));

/** These master keys for good: the first seals, the others open what was sealed under them. */
export function keyringOf(masterKeys: MasterKeyBytes): Keyring {
  const keks = keksOf(masterKeys);
  return { newest: masterKeyId(masterKeys[0]), kek: (id) => keks.get(id) };
}

/** The same ring, sealing under another of its keys. */
export const sealingUnder = (ring: Keyring, newest: string): Keyring => ({ newest, kek: (id) => ring.kek(id) });
