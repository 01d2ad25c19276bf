import { type ProviderKey, quotaTag, withGroupLimits } from '@palimpsest/domain';
import type { KeyPool } from './key-pool.ts';
import type { KeyStanding } from './key-standing.ts';

/** Keys read together: some milliseconds of Redis. */
const together = 50;

/** How all of many keys stand, in the order asked; piece by piece, so that calls that want Redis meanwhile get it in between. */
export async function readStandings(
  pool: Pick<KeyPool, 'read'>,
  keys: Parameters<KeyPool['read']>[0],
): Promise<KeyStanding[]> {
  const standings: KeyStanding[] = [];
  for (let from = 0; from < keys.length; from += together)
    standings.push(...(await pool.read(keys.slice(from, from + together))));
  return standings;
}

/** Stored keys with the limits of their quota groups, each with how it stands. */
export async function withStandings<Key extends Pick<ProviderKey, 'id' | 'quotaGroup' | 'limits'>>(
  pool: Pick<KeyPool, 'read'>,
  stored: readonly Key[],
): Promise<{ readonly key: Key; readonly standing: KeyStanding }[]> {
  const keys = withGroupLimits(stored);
  const asked = keys.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits }));
  const standings = await readStandings(pool, asked);
  return keys.flatMap((key, index) => {
    const standing = standings[index];
    return standing === undefined ? [] : [{ key, standing }];
  });
}
