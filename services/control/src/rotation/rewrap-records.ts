import type { ControlRegistry } from '../registry-records.ts';
import { readEnvelope, type Sealable } from '../vault/envelope.ts';
import type { Keyring } from '../vault/keyring.ts';
import { rewrap } from '../vault/rewrap.ts';
import { type SealedRecord, sealedRecords } from './sealed-records.ts';

const everything = ['data-key', 'provider-key', 'webhook'] as const satisfies readonly Sealable[];

export type Rewrapped = {
  readonly changed: number;
  /** Ids of records that do not open with any key of the ring. */
  readonly locked: readonly string[];
};

/** Wraps every stored secret under the newest key of the ring; the secrets themselves stay sealed. Told of each. */
export async function rewrapRecords(
  registry: ControlRegistry,
  keyring: Keyring,
  onEach: () => Promise<void> | void,
): Promise<Rewrapped> {
  let changed = 0;
  const locked: string[] = [];
  for (const of of everything)
    for await (const record of sealedRecords(registry, of)) {
      const outcome = await rewrapOne(record, keyring);
      if (outcome === 'locked') locked.push(record.id);
      if (outcome !== 'changed') continue;
      changed += 1;
      await onEach();
    }
  return { changed, locked };
}

/** Whoever writes the record in between is let through, and what he wrote is wrapped. */
async function rewrapOne(first: SealedRecord, keyring: Keyring): Promise<'changed' | 'fine' | 'locked'> {
  for (let record: SealedRecord | undefined = first; record !== undefined; record = await record.reread()) {
    const keyId = readEnvelope(record.envelope)?.keyId;
    if (keyId === undefined || keyId === keyring.newest) return 'fine';
    const envelope = rewrap(keyring, record.binding, record.envelope);
    if (envelope === undefined) return 'locked';
    if (await record.replace(envelope)) return 'changed';
  }
  return 'fine';
}
