import type { Logger } from '@palimpsest/runtime';
import type { Actor } from '../audit/audit-entry.ts';
import { addressOf } from '../provider-keys/rules.ts';
import { fingerprintOf } from '../provider-keys/secret.ts';
import { createKey, type KeyStore } from '../provider-keys/store.ts';
import type { EnvironmentKey } from './environment-keys.ts';

const actor: Actor = { kind: 'import', from: null };

/**
 * Stores each key of the environment once. What was imported is remembered by its fingerprint, so that a restart adds nothing
 * and a key that the operator deleted does not come back.
 */
export async function importKeys(
  store: KeyStore,
  keys: readonly EnvironmentKey[],
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  for (const { variable, input, secret } of keys) {
    const checked = addressOf(input);
    if ('fault' in checked) throw new Error(`the address of ${variable} was not checked`);
    const fingerprint = await fingerprintOf(checked.address, secret);
    if ((await store.registry.get('imports', fingerprint)) !== undefined) continue;
    const write = await createKey(store, actor, input, secret);
    switch (write.outcome) {
      case 'written':
        logger.info({ key: write.key.id, variable }, 'provider key imported');
        break;
      case 'duplicate':
        logger.info({ key: write.holder.id, variable }, 'provider key is there already');
        break;
      case 'faulty':
        logger.warn({ variable, faults: write.faults }, 'provider key not imported');
        continue;
      case 'outdated':
        logger.warn({ variable }, 'provider key not imported: the newest master key is missing');
        continue;
      case 'conflict':
        throw new Error('a new key met a record of its id');
    }
    const value = { importedAtMs: Date.now() };
    // Another replica may have remembered it meanwhile, which is as good.
    await store.registry.put('imports', { id: fingerprint, from: undefined, value });
  }
}
