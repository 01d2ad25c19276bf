import { unlock } from './box.ts';
import { type Binding, boxContext, forgotten, readEnvelope, wrapContext } from './envelope.ts';
import type { Keyring } from './keyring.ts';

/**
 * `another-master-key`: sealed under one that we do not have. `damaged`: altered, cut, or moved from another record. `forgotten`: there is
 * none any more (`make rotate-secrets`).
 */
export type Opened =
  | { readonly opened: true; readonly secret: Buffer }
  | { readonly opened: false; readonly why: 'another-master-key' | 'damaged' | 'forgotten' };

/** Decrypts what was sealed for this record. An envelope that cannot be opened is an expected outcome, not an error. */
export function open({ kek: kekOf }: Keyring, binding: Binding, envelope: string): Opened {
  if (envelope === forgotten) return { opened: false, why: 'forgotten' };
  const parts = readEnvelope(envelope);
  if (parts === undefined) return { opened: false, why: 'damaged' };
  const kek = kekOf(parts.keyId);
  if (kek === undefined) return { opened: false, why: 'another-master-key' };
  const dataKey = unlock(kek, parts.wrapped, wrapContext(parts.keyId, binding));
  if (dataKey?.length !== 32) return { opened: false, why: 'damaged' };
  const secret = unlock(dataKey, parts.box, boxContext(binding));
  dataKey.fill(0);
  return secret === undefined ? { opened: false, why: 'damaged' } : { opened: true, secret };
}
