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
