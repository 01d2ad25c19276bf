import { type Limit, limitName, type Remaining } from '@palimpsest/domain';

/** A user's limit on requests, with what is left of it at `nowMs` (Unix ms). */
export type RequestLimit = Remaining & { readonly amount: number; readonly nowMs: number };

/** The tightest limit on requests of those that refuse; `undefined` where there is none. */
export function tightestRequestLimit(
  limits: readonly Limit[],
  { remaining, nowMs }: { readonly remaining: readonly Remaining[]; readonly nowMs: number },
): RequestLimit | undefined {
  let tightest: RequestLimit | undefined;
  for (const limit of limits) {
    if (limit.metric !== 'requests' || !limit.enforce) continue;
    const name = limitName(limit);
    const left = remaining.find((entry) => entry.limit === name);
    if (left !== undefined && (tightest === undefined || left.remaining < tightest.remaining))
      tightest = { ...left, amount: Number(limit.amount), nowMs };
  }
  return tightest;
}
