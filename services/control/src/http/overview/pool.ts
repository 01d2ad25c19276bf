import { capsLeft, isCapped, isSpent, quotaTag, withGroupLimits } from '@palimpsest/domain';
import { type KeyPool, type KeyStanding, readStandings } from '@palimpsest/state';
import type { z } from 'zod';
import type { ControlRegistry, StoredKey } from '../../registry-records.ts';
import type { Keyring } from '../../vault/keyring.ts';
import { stateOf } from '../keys/view.ts';
import type { overviewSchema } from './schemas.ts';

type Pool = z.output<typeof overviewSchema>['pool'];

export type PoolParts = { readonly registry: ControlRegistry; readonly pool: KeyPool; readonly keyring: Keyring };

/** How all keys stand together. One that has used up what its operator gave it is exhausted: until then it takes no call. */
export async function poolOverview(parts: PoolParts): Promise<Pool> {
  const stored: StoredKey[] = [];
  for await (const { value } of parts.registry.all('provider-keys')) stored.push(value);
  const keys = withGroupLimits(stored);
  const asked = keys.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits }));
  const standings = await readStandings(parts.pool, asked);
  const counts = { active: 0, sleeping: 0, exhausted: 0, suspended: 0, disabled: 0 };
  const usable: { readonly key: StoredKey; readonly standing: KeyStanding }[] = [];
  for (const [index, standing] of standings.entries()) {
    const key = keys[index];
    if (key === undefined) continue;
    const { state } = stateOf(parts.keyring, key, standing);
    const shown = state === 'active' && isSpent({ key, standing }) ? 'exhausted' : state;
    counts[shown] += 1;
    if (shown === 'active') usable.push({ key, standing });
  }
  return {
    keys: keys.length,
    ...counts,
    capped_keys: keys.filter(({ limits }) => isCapped(limits)).length,
    requests_remaining: capsLeft(usable)?.left ?? null,
  };
}
