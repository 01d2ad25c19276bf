import { periodMs, type ToldMetric, type ToldPeriod } from '@palimpsest/domain';

type Figures = {
  readonly metric: ToldMetric;
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly resetsInMs: number | undefined;
};

/** A bucket of a minute is full again within a minute; some servers round up. */
const minuteAtMostMs = 1.5 * periodMs.minute;

/** Half way, as factors go, between a minute and a day. */
const betweenMs = Math.sqrt(periodMs.minute * periodMs.day);

/**
 * The period of a bucket that drips, from how long it takes to be full: what is missing comes back in that time, so all of it in
 * the period. One header name stands for limits of a minute and of a day (platform.openai.com, "Rate limits"; at Groq requests are
 * of a day and tokens of a minute: console.groq.com/docs/rate-limits).
 */
export function inferPeriod({ metric, limit, remaining, resetsInMs }: Figures): ToldPeriod {
  if (limit === undefined || remaining === undefined || resetsInMs === undefined) return 'unknown';
  const missing = limit - remaining;
  if (missing <= 0 || resetsInMs <= 0) return 'unknown';
  if (resetsInMs > minuteAtMostMs) return 'day';
  if (metric !== 'requests') return 'minute';
  return (resetsInMs * limit) / missing < betweenMs ? 'minute' : 'day';
}
