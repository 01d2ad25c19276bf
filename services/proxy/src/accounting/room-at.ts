import { type Needs, periodMs, type ToldLimit } from '@palimpsest/domain';

/** Figures pass through floating point on their way: room for one call must not come out a hair short. */
const hair = 1.001;

/**
 * A limit as an answer told it that also named a time to come back: at that time there is room for the same call again, whatever the
 * figures beside it would say. A named time is never made longer by what was learned.
 */
export function roomAt(limit: ToldLimit, retryAfterMs: number, needs: Needs): ToldLimit {
  if (limit.remaining === undefined) return limit;
  switch (limit.refill) {
    case 'drip': {
      const period =
        limit.period in periodMs ? periodMs[limit.period as keyof typeof periodMs] : Number.POSITIVE_INFINITY;
      // Our own estimate may be far above what the provider counted: with it the key would be asked again and again.
      const asked = limit.requested ?? needs[limit.metric] ?? 0;
      const backByThen = (retryAfterMs * (limit.limit ?? 0)) / period;
      return { ...limit, remaining: Math.max(limit.remaining, asked * hair - backByThen) };
    }
    case 'window':
      return { ...limit, resetsInMs: Math.min(limit.resetsInMs ?? retryAfterMs, retryAfterMs) };
    case 'calendar':
      return limit;
  }
}
