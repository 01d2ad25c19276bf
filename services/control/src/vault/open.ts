import { unlock } from './box.ts';
import { type Binding, boxContext, readEnvelope, wrapContext } from './envelope.ts';
import type { Keyring } from './keyring.ts';

/** `another-master-key`: sealed under one that we do not have. `damaged`: altered, cut, or moved from another record. */
export type Opened =
  | { readonly opened: true; readonly secret: Buffer }
  | { readonly opened: false; readonly why: 'another-master-key' | 'damaged' };

/** Decrypts what was sealed for this record. An envelope that cannot be opened is an expected outcome, not an error. */
export function open({ keks }: Keyring, binding: Binding, envelope: string): Opened {
  const parts = readEnvelope(envelope);
  if (parts === undefined) return { opened: false, why: 'damaged' };
  const kek = keks.get(parts.keyId);
  if (kek === undefined) return { opened: false, why: 'another-master-key' };
  const dataKey = unlock(kek, parts.wrapped, wrapContext(parts.keyId, binding));
  if (dataKey?.length !== 32) return { opened: false, why: 'damaged' };
  const secret = unlock(dataKey, parts.box, boxContext(binding));
  dataKey.fill(0);
  return secret === undefined ? { opened: false, why: 'damaged' } : { opened: true, secret };
}
