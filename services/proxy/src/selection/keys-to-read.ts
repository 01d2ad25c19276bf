import { quotaTag, type ServingKey } from '@palimpsest/domain';
import type { KeyGlance, KeyPool } from '@palimpsest/state';
import type { Freshness } from './freshness.ts';

/** Keys that are glanced at together: a quarter of a millisecond of this proxy, and less of Redis. */
const glancedAtOnce = 50;

/**
 * Those of these keys of which something may have changed that a glance does not show; what it does is handed over. Whichever is not read after
 * all is among them the next time.
 */
export async function keysToRead(
  pool: Pick<KeyPool, 'glance'>,
  freshness: Pick<Freshness, 'meet' | 'glanced' | 'isOver'>,
  keys: readonly ServingKey[],
  onUsed: (key: ServingKey, glance: KeyGlance) => void,
): Promise<readonly ServingKey[]> {
  for (const key of keys) freshness.meet(key);
  const known = keys.filter((key) => !freshness.isOver(key));
  for (let from = 0; from < known.length; from += glancedAtOnce) {
    const some = known.slice(from, from + glancedAtOnce);
    const glances = await pool.glance(some.map((key) => ({ tag: quotaTag(key), key: key.id, limits: key.limits })));
    for (const [place, key] of some.entries()) {
      const glance = glances[place];
      if (glance !== undefined && freshness.glanced(key, glance).isUsed) onUsed(key, glance);
    }
  }
  return keys.filter((key) => freshness.isOver(key));
}
