import type { ControlRegistry } from '../registry-records.ts';
import { forgotten, readEnvelope } from '../vault/envelope.ts';
import type { Keyring } from '../vault/keyring.ts';
import { newDataKey } from '../vault/new-data-key.ts';
import { type SealedRecord, sealedRecords } from './sealed-records.ts';

/**
 * Puts a new data key into the place of all others, and takes the secret out of every provider key and webhook that was not entered under
 * the newest key of the ring. Gives the number of the provider keys. Told of each change.
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
      if (!(await forgetOne(record, keyring))) continue;
      if (sealed === 'provider-key') keys += 1;
      await onEach();
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

async function forgetOne(first: SealedRecord, keyring: Keyring): Promise<boolean> {
  for (let record: SealedRecord | undefined = first; record !== undefined; record = await record.reread()) {
    if (record.envelope === forgotten || readEnvelope(record.envelope)?.keyId === keyring.newest) return false;
    if (await record.replace(forgotten)) return true;
  }
  return false;
}
