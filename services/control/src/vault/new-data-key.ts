import { randomBytes } from 'node:crypto';
import { newDataKeyId } from '@palimpsest/runtime';
import type { StoredDataKey } from '../registry-records.ts';
import type { Keyring } from './keyring.ts';
import { seal } from './seal.ts';

/** 32 random bytes, sealed for a record of their own. */
export function newDataKey(keyring: Keyring): { readonly id: string; readonly value: StoredDataKey } {
  const id = newDataKeyId();
  const key = randomBytes(32);
  const value = { id, sealedKey: seal(keyring, `data-key|${id}`, key), createdAtMs: Date.now() };
  key.fill(0);
  return { id, value };
}
