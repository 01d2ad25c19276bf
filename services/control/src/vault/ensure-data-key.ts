import { randomBytes } from 'node:crypto';
import { newDataKeyId } from '@palimpsest/runtime';
import type { ControlRegistry, StoredDataKey } from '../registry-records.ts';
import type { Keyring } from './keyring.ts';
import { open } from './open.ts';
import { seal } from './seal.ts';

/**
 * Makes the data key under which the proxies encrypt sessions and stored answers, where there is none yet, and says whether the
 * newest one opens. It does not where the registry was written under another master key: nothing new is made then, since the right
 * key would find its sessions gone.
 */
export async function ensureDataKey(registry: ControlRegistry, keyring: Keyring): Promise<boolean> {
  let newest: StoredDataKey | undefined;
  for await (const { value } of registry.all('data-keys')) newest = value;
  if (newest !== undefined) return open(keyring, `data-key|${newest.id}`, newest.sealedKey).opened;
  const id = newDataKeyId();
  const key = randomBytes(32);
  const value = { id, sealedKey: seal(keyring, `data-key|${id}`, key), createdAtMs: Date.now() };
  key.fill(0);
  // Of replicas that start at once one wins; the others take its key.
  const result = await registry.put('data-keys', { id, from: undefined, value, claims: ['first'] });
  return result.outcome === 'written' ? true : ensureDataKey(registry, keyring);
}
