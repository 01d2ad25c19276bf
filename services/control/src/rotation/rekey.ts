import { randomBytes } from 'node:crypto';
import { readEnvelope } from '../vault/envelope.ts';
import { keyringOf, masterKeyId, sealingUnder } from '../vault/keyring.ts';
import { dropOldKeys } from './drop-old-keys.ts';
import { holdRotation } from './hold-rotation.ts';
import { introduceKey } from './introduce-key.ts';
import { type Rewrapped, rewrapRecords } from './rewrap-records.ts';
import type { RotationOutcome, RotationParts } from './rotation.ts';
import { sealedRecords } from './sealed-records.ts';

/**
 * A new master key, under which every stored secret is wrapped anew while the gateway runs. Broken off at any point it leaves a gateway that
 * reads all its secrets; started again it goes on from there.
 */
export function rekey(parts: RotationParts): Promise<RotationOutcome> {
  const { registry, place, onStep } = parts;
  return holdRotation(parts, async (held) => {
    await onStep?.('held');
    const before = place.read();
    if (!(await opensDataKey(parts))) return { outcome: 'another-master-key' };
    // Where a second one lies there, a rotation was broken off, or the operator laid it there: it is the new one.
    const isUnderWay = new Set(before.map(masterKeyId)).size > 1;
    const keys = isUnderWay ? before : ([...before, randomBytes(32)] as const);
    const why = isUnderWay ? undefined : place.replace(keys);
    if (why !== undefined) return { outcome: 'no-new-key', why };

    const introduced = await introduceKey(parts, held, { before, keys, action: 'master-key.rekey' });
    if ('outcome' in introduced) return introduced;

    const keyring = sealingUnder(keyringOf(keys), introduced.newest);
    let changed = 0;
    const dropped = await dropOldKeys(parts, held, introduced, async () => {
      const round: Rewrapped = await rewrapRecords(registry, keyring, () => onStep?.('changed'));
      changed += round.changed;
      return round.locked;
    });
    return 'outcome' in dropped ? dropped : { outcome: 'done', masterKey: introduced.newest, changed, ...dropped };
  });
}

/** Whether the registry was written under one of the keys that lie there; true where nothing was written yet. */
async function opensDataKey({ registry, place }: RotationParts): Promise<boolean> {
  const keyring = keyringOf(place.read());
  for await (const { envelope } of sealedRecords(registry, 'data-key'))
    if (keyring.kek(readEnvelope(envelope)?.keyId ?? '') === undefined) return false;
  return true;
}
