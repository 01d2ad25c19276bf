import type { ControlRegistry, StoredDataKey } from '../registry-records.ts';
import type { Keyring } from './keyring.ts';
import { newDataKey } from './new-data-key.ts';
import { open } from './open.ts';
import { sealAndPut } from './seal-and-put.ts';

/**
 * Makes the data key under which the proxies encrypt sessions and stored answers, where there is none yet, and says whether the
 * newest one opens. It does not where the registry was written under another master key: nothing new is made then, since the right
 * key would find its sessions gone.
 */
export async function ensureDataKey(registry: ControlRegistry, keyring: Keyring): Promise<boolean> {
  let newest: StoredDataKey | undefined;
  for await (const { value } of registry.all('data-keys')) newest = value;
  if (newest !== undefined) return open(keyring, `data-key|${newest.id}`, newest.sealedKey).opened;
  // Of replicas that start at once one wins; the others take its key.
  const { outcome } = await sealAndPut(keyring, (ring) =>
    registry.putSealed('data-keys', { ...newDataKey(ring), from: undefined, claims: ['first'] }, ring.newest),
  );
  return outcome === 'written' ? true : outcome === 'outdated' ? false : ensureDataKey(registry, keyring);
}
