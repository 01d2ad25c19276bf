import type { ToldMetric, ToldPeriod } from '@palimpsest/domain';
import { parseReset } from '../retry-time.ts';
import { inferPeriod } from './infer-period.ts';
import type { UnplacedLimit } from './limit-reader.ts';

/** One way to name limit headers. The pattern's groups are `part` and, where the name tells them, `metric` and `period`. */
export type HeaderForm = {
  readonly name: RegExp;
  /** Where the name tells none. */
  readonly metric?: ToldMetric;
  readonly period?: ToldPeriod;
};

type Bucket = {
  readonly metric: ToldMetric;
  readonly period: ToldPeriod | undefined;
  limit?: string;
  remaining?: string;
  reset?: string;
};

const metrics: Readonly<Record<string, ToldMetric>> = {
  req: 'requests',
  requests: 'requests',
  tokens: 'tokens',
  'input-tokens': 'input-tokens',
  'output-tokens': 'output-tokens',
};

/** What the headers tell of limits, by the forms of a provider. */
export function readHeaders(
  forms: readonly HeaderForm[],
  headers: Readonly<Record<string, string>>,
): readonly UnplacedLimit[] {
  const buckets = new Map<string, Bucket>();
  for (const [name, value] of Object.entries(headers)) {
    if (!name.includes('limit')) continue;
    for (const form of forms) {
      const groups = form.name.exec(name)?.groups;
      const metric = form.metric ?? metrics[groups?.metric ?? ''];
      if (groups === undefined || metric === undefined) continue;
      const period = form.period ?? (groups.period as ToldPeriod | undefined);
      const id = `${metric} ${period}`;
      const bucket = buckets.get(id) ?? { metric, period };
      bucket[groups.part as 'limit' | 'remaining' | 'reset'] = value.trim();
      buckets.set(id, bucket);
      break;
    }
  }
  return [...buckets.values()].flatMap((bucket) => toldBy(bucket, headers));
}

/** Figures beyond this are no amounts; some servers mean "no limit" by them. */
const mostAmount = 1e12;

function amount(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,15}(?:\.\d+)?$/.test(text)) return undefined;
  const number = Math.floor(Number(text));
  return number <= mostAmount ? number : undefined;
}

function toldBy(bucket: Bucket, headers: Readonly<Record<string, string>>): readonly UnplacedLimit[] {
  const limit = amount(bucket.limit);
  const remaining = amount(bucket.remaining);
  const reset = parseReset(bucket.reset, { headers });
  const resetsInMs = reset === undefined ? undefined : Math.max(0, reset);
  // A limit of nothing, or beyond all measure, is how some servers say that there is none.
  if (limit === 0 || (limit === undefined && bucket.limit !== undefined)) return [];
  if (limit === undefined && (remaining === undefined || resetsInMs === undefined)) return [];
  const { metric } = bucket;
  const figures = {
    metric,
    source: 'header',
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(resetsInMs === undefined ? {} : { resetsInMs }),
  } as const;
  if (bucket.period === 'month')
    return [{ ...figures, period: 'month', refill: 'calendar', timeZone: 'UTC', confidence: 'inferred' }];
  // A bare number counts down to a window's end (Azure, Together, Cerebras); a duration or a date is when a bucket is full.
  const isWindow = /^\d+(?:\.\d+)?$/.test(bucket.reset ?? '') || limit === undefined;
  if (bucket.period !== undefined)
    return [{ ...figures, period: bucket.period, refill: isWindow ? 'window' : 'drip', confidence: 'told' }];
  if (isWindow) return [{ ...figures, period: 'unknown', refill: 'window', confidence: 'told' }];
  const period = inferPeriod({ metric, limit, remaining, resetsInMs });
  return period === 'unknown' ? [] : [{ ...figures, period, refill: 'drip', confidence: 'inferred' }];
}
