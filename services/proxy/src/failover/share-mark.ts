import { type Failure, type PoolMember, quotaTag, type ServingKey } from '@palimpsest/domain';
import type { KeyPool } from '@palimpsest/state';
import type { Standings } from '../selection/standings.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { MarkPlan } from './cooldown.ts';

export type ShareParts = {
  readonly pool: Pick<KeyPool, 'mark'>;
  readonly standings: Pick<Standings, 'mark' | 'sharing'>;
};

/**
 * The other keys of the account that failed, as far as their providers told whose they are, without those of its quota group, which have one
 * mark with it.
 */
export function sharersOf(
  { standings }: Pick<ShareParts, 'standings'>,
  snapshot: Pick<Snapshot, 'key'>,
  { key }: PoolMember,
  failure: Failure,
): readonly ServingKey[] {
  if (failure.scope !== 'account' && failure.scope !== 'account-model') return [];
  return standings
    .sharing(key)
    .flatMap((id) => snapshot.key(id) ?? [])
    .filter((other) => quotaTag(other) !== quotaTag(key));
}

/** The other keys of the group that an operator made, where the failure is the account's and about one model: such a mark lies at each key. */
export function groupOf(
  snapshot: Pick<Snapshot, 'keys'>,
  { key }: PoolMember,
  failure: Failure,
): readonly ServingKey[] {
  if (failure.scope !== 'account-model' || key.quotaGroup === undefined) return [];
  return snapshot.keys.filter((other) => other.id !== key.id && quotaTag(other) === quotaTag(key));
}

/** Marks these keys as another one of their account was: sleeping and exhaustion hold for all of them, until the same moment. */
export async function shareMark(
  { pool, standings }: ShareParts,
  others: readonly ServingKey[],
  { upstreamModel }: PoolMember,
  reason: string,
  { state, onModel }: Pick<MarkPlan, 'state' | 'onModel'>,
  untilMs: number | null,
): Promise<void> {
  if (state === 'suspended' || untilMs === null) return;
  await Promise.all(
    others.map(async (other) => {
      standings.mark({ key: other, upstreamModel }, { state, untilMs, onModel });
      await pool.mark({
        tag: quotaTag(other),
        key: other.id,
        state,
        until: { atMs: untilMs },
        reason,
        ...(onModel ? { model: upstreamModel } : {}),
      });
    }),
  );
}
