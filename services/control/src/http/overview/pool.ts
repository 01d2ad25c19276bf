import { capsLeft, isCapped } from '@palimpsest/domain';
import type { z } from 'zod';
import { type PoolParts, readPool } from '../../provider-keys/read-pool.ts';
import type { overviewSchema } from './schemas.ts';

type Pool = z.output<typeof overviewSchema>['pool'];

/** How all keys stand together. */
export async function poolOverview(parts: PoolParts): Promise<Pool> {
  const keys = await readPool(parts);
  const counts = { active: 0, sleeping: 0, exhausted: 0, suspended: 0, disabled: 0 };
  for (const { state } of keys) counts[state] += 1;
  return {
    keys: keys.length,
    ...counts,
    capped_keys: keys.filter(({ key }) => isCapped(key.limits)).length,
    requests_remaining: capsLeft(keys.filter(({ state }) => state === 'active'))?.left ?? null,
  };
}
