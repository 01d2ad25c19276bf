import type { ControlRegistry } from '../registry-records.ts';
import { forgotten, readEnvelope } from '../vault/envelope.ts';
import type { Keyring } from '../vault/keyring.ts';
import { newDataKey } from '../vault/new-data-key.ts';
import { type SealedRecord, sealedRecords } from './sealed-records.ts';

/**
 * Puts a new data key into the place of all others, and takes the secret out of every provider key and webhook that was not entered under
 * the newest key of the ring. Gives the number of provider keys that wait for their secret, those that a rotation before left so among them.
 * Told of each change.
 */
export async function forgetSecrets(
  registry: ControlRegistry,
  keyring: Keyring,
  onEach: () => Promise<void> | void,
): Promise<number> {
  await replaceDataKeys(registry, keyring, onEach);
  let keys = 0;
  for (const sealed of ['provider-key', 'webhook'] as const)
    for await (const record of sealedRecords(registry, sealed)) {
      const outcome = await forgetOne(record, keyring);
      if (outcome !== 'kept' && sealed === 'provider-key') keys += 1;
      if (outcome === 'forgotten') await onEach();
    }
  return keys;
}

/** The new one comes first: at no moment is there none. */
async function replaceDataKeys(
  registry: ControlRegistry,
  keyring: Keyring,
  onEach: () => Promise<void> | void,
): Promise<void> {
  const others = await oldDataKeys(registry, keyring);
  if (others.length === 0 && (await registry.count('data-keys')) > 0) return;
  const { id, value } = newDataKey(keyring);
  await registry.put('data-keys', { id, from: undefined, value });
  await onEach();
  for (const record of others) await registry.remove('data-keys', record);
}

async function oldDataKeys(registry: ControlRegistry, keyring: Keyring) {
  const others = [];
  for await (const record of registry.all('data-keys'))
    if (readEnvelope(record.value.sealedKey)?.keyId !== keyring.newest) others.push(record);
  return others;
}

async function forgetOne(first: SealedRecord, keyring: Keyring): Promise<'forgotten' | 'empty' | 'kept'> {
  for (let record: SealedRecord | undefined = first; record !== undefined; record = await record.reread()) {
    if (record.envelope === forgotten) return 'empty';
    if (readEnvelope(record.envelope)?.keyId === keyring.newest) return 'kept';
    if (await record.replace(forgotten)) return 'forgotten';
  }
  return 'kept';
}
