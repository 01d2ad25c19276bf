import { auditEntry } from '../audit/audit-entry.ts';
import { masterKeyId } from '../vault/keyring.ts';
import type { MasterKeyBytes } from '../vault/master-key.ts';
import { awaitHolders } from './await-holders.ts';
import type { HeldRotation } from './hold-rotation.ts';
import { type RotationParts, type RotationRefused, rotationTimes } from './rotation.ts';

export type Introduction = {
  /** What lay there before; put back where the new key does not become known. */
  readonly before: MasterKeyBytes;
  /** What lies there now, the new key last. */
  readonly keys: MasterKeyBytes;
  /** Ids of master keys that lie nowhere any more, but under which something is sealed. */
  readonly strangers?: readonly string[];
  /** `master-key.rekey` */
  readonly action: string;
};

export type Introduced = { readonly newest: string; readonly newestKey: Uint8Array };

/**
 * Puts a new master key, which lies beside the old ones, into force: every running control is waited for until it has it, and only then are
 * the old ones retired. Where one does not get it in time, everything is put back as it was.
 */
export async function introduceKey(
  { masterKeys, place, onStep, times }: RotationParts,
  held: HeldRotation,
  { before, keys, strangers = [], action }: Introduction,
): Promise<Introduced | RotationRefused> {
  const newestKey = keys.at(-1) ?? keys[0];
  const newest = masterKeyId(newestKey);
  await onStep?.('added');

  const controls = await awaitHolders(masterKeys, newest, { ...rotationTimes, ...times }.patienceMs);
  // The file may be in the hands of another rotation then.
  if (held.isLost()) return { outcome: 'lost' };
  if (controls.length > 0) {
    if (keys.length > before.length) place.replace(before);
    return { outcome: 'unknown-to', controls };
  }
  await onStep?.('known');

  const ids = [...new Set([...keys.map(masterKeyId), ...strangers])].filter((id) => id !== newest);
  const audit = auditEntry(
    { kind: 'command', from: null },
    { action, target: 'master-key', before: { ids }, after: { ids: [newest] } },
  );
  if (!(await masterKeys.retire({ holder: held.holder, ids, successor: newest, audit }))) return { outcome: 'lost' };
  await onStep?.('retired');
  return { newest, newestKey };
}
