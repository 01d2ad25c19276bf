import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The key-encryption keys by the id that stands in each envelope. New envelopes are sealed under `newest`. */
export type Keyring = { readonly newest: string; readonly keks: ReadonlyMap<string, KeyObject> };

const derive = (masterKey: Uint8Array, purpose: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(), `palimpsest vault ${purpose} v1`, bytes));

/** What an envelope says of the master key it was sealed under: eight hexadecimal digits that lead back to nothing. */
const keyId = (masterKey: Uint8Array): string =>
  createHash('sha256')
    .update(derive(masterKey, 'key id', 32))
    .digest('hex')
    .slice(0, 8);

/** The newest master key first; older ones still open what was sealed under them. Each is 32 bytes. */
export function keyringOf(masterKeys: readonly [Uint8Array, ...Uint8Array[]]): Keyring {
  const keks = masterKeys.map((key) => [keyId(key), createSecretKey(derive(key, 'key encryption', 32))] as const);
  return { newest: keyId(masterKeys[0]), keks: new Map(keks) };
}
