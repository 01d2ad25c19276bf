import { isSpent, type KeyStateName } from '@palimpsest/domain';
import { type KeyPool, type KeyStanding, withStandings } from '@palimpsest/state';
import type { ControlRegistry, StoredKey } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { openSecret } from './open-secret.ts';

export type PoolParts = { readonly registry: ControlRegistry; readonly pool: KeyPool; readonly keyring: Keyring };

/** A key with its group's limits, how it stands, and the state that it counts under. */
export type PoolKey = { readonly key: StoredKey; readonly standing: KeyStanding; readonly state: KeyStateName };

/** All keys. One that has used up what its operator gave it is exhausted: until then it takes no call. */
export async function readPool({ registry, pool, keyring }: PoolParts): Promise<PoolKey[]> {
  const stored: StoredKey[] = [];
  for await (const { value } of registry.all('provider-keys')) stored.push(value);
  const found = await withStandings(pool, stored);
  return found.map(({ key, standing }) => {
    const { state } = shownMark(keyring, key, standing);
    return { key, standing, state: state === 'active' && isSpent({ key, standing }) ? 'exhausted' : state };
  });
}

/** What is shown of a key's state. One whose secret nobody can have is never shown as one that works. */
export function shownMark(
  keyring: Keyring,
  key: StoredKey,
  standing: Pick<KeyStanding, 'state' | 'untilMs' | 'reason'>,
): { readonly state: KeyStateName; readonly untilMs: number | null; readonly reason: string } {
  if (!key.enabled) return { state: 'disabled', untilMs: null, reason: '' };
  const secret = openSecret(keyring, key);
  return 'unreadable' in secret ? { state: 'suspended', untilMs: null, reason: secret.unreadable } : standing;
}
