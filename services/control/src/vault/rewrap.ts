import { lock, unlock } from './box.ts';
import { type Binding, readEnvelope, wrapContext, writeEnvelope } from './envelope.ts';
import type { Keyring } from './keyring.ts';

/**
 * The same envelope under the newest master key; its box stays byte for byte, so the secret is never in the clear.
 * `undefined` where the ring cannot open it.
 */
export function rewrap({ newest, kek: kekOf }: Keyring, binding: Binding, envelope: string): string | undefined {
  const parts = readEnvelope(envelope);
  const from = parts && kekOf(parts.keyId);
  const to = kekOf(newest);
  if (parts === undefined || from === undefined || to === undefined) return undefined;
  const dataKey = unlock(from, parts.wrapped, wrapContext(parts.keyId, binding));
  if (dataKey === undefined) return undefined;
  const wrapped = lock(to, dataKey, wrapContext(newest, binding));
  dataKey.fill(0);
  return writeEnvelope({ keyId: newest, wrapped, box: parts.box });
}
