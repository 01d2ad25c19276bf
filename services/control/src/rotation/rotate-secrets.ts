import { randomBytes } from 'node:crypto';
import { keyringOf, masterKeyId, sealingUnder } from '../vault/keyring.ts';
import { dropOldKeys } from './drop-old-keys.ts';
import { forgetSecrets } from './forget-secrets.ts';
import { forgetSessions } from './forget-sessions.ts';
import { holdRotation } from './hold-rotation.ts';
import { introduceKey } from './introduce-key.ts';
import type { RotationOutcome, RotationParts } from './rotation.ts';
import { sealedUnder } from './sealed-records.ts';

/**
 * A new master key, and nothing that was sealed before: every provider key must be entered again, sessions and kept answers do not open any
 * more. Needs no old key, so that it is also the way out where that one is gone.
 */
export function rotateSecrets(parts: RotationParts): Promise<RotationOutcome> {
  const { registry, place, onStep } = parts;
  return holdRotation(parts, async (held) => {
    await onStep?.('held');
    const before = place.read();
    const found = [...(await sealedUnder(registry)).keys()];
    // Always one that nobody has seen, also after a rotation that was broken off.
    const fresh = [...before, randomBytes(32)] as const;
    const why = place.replace(fresh);
    // Where only the operator can put one there: his last, unless nothing is under another.
    const last = masterKeyId(before.at(-1) ?? before[0]);
    if (why !== undefined && found.every((id) => id === last)) return { outcome: 'no-new-key', why };
    const keys = why === undefined ? fresh : before;

    const introduced = await introduceKey(parts, held, { before, keys, strangers: found, action: 'master-key.rotate' });
    if ('outcome' in introduced) return introduced;

    const keyring = sealingUnder(keyringOf(keys), introduced.newest);
    let changed = 0;
    const dropped = await dropOldKeys(parts, held, introduced, async () => {
      changed = await forgetSecrets(registry, keyring, () => onStep?.('changed'));
      return [];
    });
    if ('outcome' in dropped) return dropped;
    // Last, when every proxy has had the new data key for a while: what it seals from now on opens.
    await forgetSessions(parts.sessions);
    return { outcome: 'done', masterKey: introduced.newest, changed, ...dropped };
  });
}
