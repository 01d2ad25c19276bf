import { type Failure, type PoolMember, quotaTag } from '@palimpsest/domain';
import type { KeyPool } from '@palimpsest/state';
import type { Standings } from '../selection/standings.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { MarkPlan } from './cooldown.ts';

export type ShareParts = {
  readonly pool: Pick<KeyPool, 'mark'>;
  readonly standings: Pick<Standings, 'mark' | 'sharing'>;
};

/**
 * Marks the other keys of the same account, as far as their providers told whose they are: sleeping and exhaustion hold for all of them,
 * until the same moment. Keys of one quota group have one mark anyway.
 */
export async function shareMark(
  { pool, standings }: ShareParts,
  snapshot: Pick<Snapshot, 'key'>,
  { key, upstreamModel }: PoolMember,
  failure: Failure,
  { state, onModel }: Pick<MarkPlan, 'state' | 'onModel'>,
  untilMs: number | null,
): Promise<void> {
  const isOfAccount = failure.scope === 'account' || failure.scope === 'account-model';
  if (!isOfAccount || state === 'suspended' || untilMs === null) return;
  const others = standings
    .sharing(key)
    .flatMap((id) => snapshot.key(id) ?? [])
    .filter((other) => quotaTag(other) !== quotaTag(key));
  await Promise.all(
    others.map(async (other) => {
      standings.mark({ key: other, upstreamModel }, { state, untilMs, onModel });
      await pool.mark({
        tag: quotaTag(other),
        key: other.id,
        state,
        until: { atMs: untilMs },
        reason: failure.reason,
        ...(onModel ? { model: upstreamModel } : {}),
      });
    }),
  );
}
