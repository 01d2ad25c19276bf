import type { StoredKey } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { open } from '../vault/open.ts';

/** A key's secret, or why nobody can have it; the reason is shown to the operator. */
export type KeySecret = { readonly secret: string } | { readonly unreadable: string };

const reasons = {
  'another-master-key': 'secret cannot be opened: another master key',
  forgotten: 'secret is gone: it was forgotten by a rotation, enter it again',
  damaged: 'secret cannot be opened: the stored envelope is damaged',
} as const;

export function openSecret(keyring: Keyring, key: Pick<StoredKey, 'id' | 'sealedSecret'>): KeySecret {
  const result = open(keyring, `provider-key|${key.id}`, key.sealedSecret);
  return result.opened ? { secret: result.secret.toString() } : { unreadable: reasons[result.why] };
}
