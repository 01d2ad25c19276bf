import { isCapped, quotaTag, tightestCap } from '@palimpsest/domain';
import { type KeyPool, readStandings } from '@palimpsest/state';
import type { z } from 'zod';
import type { ControlRegistry, StoredKey } from '../../registry-records.ts';
import type { Keyring } from '../../vault/keyring.ts';
import { stateOf } from '../keys/view.ts';
import type { overviewSchema } from './schemas.ts';

type Pool = z.output<typeof overviewSchema>['pool'];

export type PoolParts = { readonly registry: ControlRegistry; readonly pool: KeyPool; readonly keyring: Keyring };

/** How all keys stand together. */
export async function poolOverview(parts: PoolParts): Promise<Pool> {
  const keys: StoredKey[] = [];
  for await (const { value } of parts.registry.all('provider-keys')) keys.push(value);
  const asked = keys.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits }));
  const standings = await readStandings(parts.pool, asked);
  const pool: Pool = {
    keys: keys.length,
    active: 0,
    sleeping: 0,
    exhausted: 0,
    suspended: 0,
    disabled: 0,
    capped_keys: 0,
    requests_remaining: null,
  };
  for (const [index, standing] of standings.entries()) {
    const key = keys[index];
    if (key === undefined) continue;
    const { state } = stateOf(parts.keyring, key, standing);
    pool[state] += 1;
    const left = tightestCap(key.limits, standing.remaining)?.left;
    if (isCapped(key.limits)) pool.capped_keys += 1;
    if (state === 'active' && left !== undefined) pool.requests_remaining = (pool.requests_remaining ?? 0) + left;
  }
  return pool;
}
