import { remembered, type ToldMetric, type ToldPeriod } from '@palimpsest/domain';
import { parseReset } from '../retry-time.ts';
import { inferPeriod } from './infer-period.ts';
import type { UnplacedLimit } from './limit-reader.ts';

/** One way to name limit headers. The pattern's groups are `part` and, where the name tells them, `metric` and `period`. */
type HeaderForm = {
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

/** What a header's name says of its figure. */
type Slot = {
  readonly bucket: string;
  readonly metric: ToldMetric;
  readonly period: ToldPeriod | undefined;
  readonly part: 'limit' | 'remaining' | 'reset';
};

/** Names of headers that are known to say something or nothing; servers use few. */
const mostNames = 500;

/** Reads what headers tell of limits, by the forms of a provider. Runs on every answer: what a name says is found out once. */
export function headerReader(
  forms: readonly HeaderForm[],
): (headers: Readonly<Record<string, string>>) => readonly UnplacedLimit[] {
  const slotOf = remembered(
    mostNames,
    (name: string) => name,
    (name) => findSlot(forms, name),
  );
  return (headers) => {
    const buckets = new Map<string, Bucket>();
    for (const name of Object.keys(headers)) {
      const slot = name.includes('limit') ? slotOf(name) : undefined;
      if (slot === undefined) continue;
      const bucket = buckets.get(slot.bucket) ?? { metric: slot.metric, period: slot.period };
      bucket[slot.part] = headers[name]?.trim() ?? '';
      buckets.set(slot.bucket, bucket);
    }
    return buckets.size === 0 ? [] : [...buckets.values()].flatMap((bucket) => toldBy(bucket, headers));
  };
}

function findSlot(forms: readonly HeaderForm[], name: string): Slot | undefined {
  for (const form of forms) {
    const groups = form.name.exec(name)?.groups;
    const metric = form.metric ?? metrics[groups?.metric ?? ''];
    if (groups === undefined || metric === undefined) continue;
    const period = form.period ?? (groups.period as ToldPeriod | undefined);
    return { bucket: `${metric} ${period}`, metric, period, part: groups.part as Slot['part'] };
  }
  return undefined;
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
