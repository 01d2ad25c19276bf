import { formatUsd, type Limit, limitName, type Remaining } from '@palimpsest/domain';
import type { z } from 'zod';
import type { remainingSchema } from './schemas/standing.ts';
import { timeOf } from './schemas/values.ts';

/** What is left of each limit; a slot in flight has no time at which it comes back. */
export function remainingViews(
  limits: readonly Limit[],
  remaining: readonly Remaining[],
): z.output<typeof remainingSchema>[] {
  const metrics = new Map(limits.map((limit) => [limitName(limit), limit.metric]));
  return remaining.map(({ limit, remaining: left, resetsAtMs }) => {
    const metric = metrics.get(limit) ?? 'requests';
    return {
      limit,
      metric,
      remaining: metric === 'cost' ? formatUsd(BigInt(left)) : left,
      resets_at: metric === 'concurrent' ? null : timeOf(resetsAtMs),
    };
  });
}
