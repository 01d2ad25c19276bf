import type { Remaining } from './key-state.ts';
import { type Limit, limitName } from './limit.ts';

/** What the tightest day or month limit on requests leaves of its amount; `undefined` without such a limit. */
export function tightestCap(
  limits: readonly Limit[],
  remaining: readonly Remaining[],
): { readonly left: number; readonly amount: number } | undefined {
  let tightest: { left: number; amount: number } | undefined;
  for (const limit of limits) {
    if (limit.metric !== 'requests' || limit.period === 'minute' || !limit.enforce) continue;
    const left = remaining.find(({ limit: name }) => name === limitName(limit))?.remaining;
    if (left !== undefined && (tightest === undefined || left < tightest.left))
      tightest = { left, amount: Number(limit.amount) };
  }
  return tightest;
}
