import { type LearnedLimit, limitsOn, matchesGlob, type Needs, type PoolMember } from '@palimpsest/domain';

/** A call that was too large for a key, or for several: none of them allows more than so many tokens. */
export type LargeCall = { readonly largerThan: number; readonly needs: Needs };

/**
 * Whether a key is known to take a call that was too large for another one: by what its provider told of its tokens per minute, or by what
 * its operator did. All such limits must have room for the call, and one there must be: without any nothing is known.
 */
export function allowsMore(
  { key, upstreamModel }: PoolMember,
  known: { readonly learned: readonly LearnedLimit[]; readonly countedAs: string },
  { largerThan, needs }: LargeCall,
): boolean {
  const told = limitsOn(known.learned, known.countedAs).flatMap(({ metric, period, limit }) =>
    (metric === 'tokens' || metric === 'input-tokens') && period === 'minute' && limit !== null
      ? [{ metric, limit }]
      : [],
  );
  const own = key.limits.flatMap((limit) =>
    limit.metric === 'tokens' &&
    limit.period === 'minute' &&
    (limit.models?.some((glob) => matchesGlob(glob, upstreamModel)) ?? true)
      ? [{ metric: limit.metric, limit: Number(limit.amount) }]
      : [],
  );
  const allowed = [...told, ...own];
  return (
    allowed.length > 0 && allowed.every(({ metric, limit }) => limit > largerThan && limit >= (needs[metric] ?? 0))
  );
}
