import { formatUsd, type Limit, limitName } from '@palimpsest/domain';
import { z } from 'zod';
import { mostAmount } from '../../limits/most-amount.ts';
import { modelName, mostNanoUsd, usd } from './values.ts';

const mostLimits = 20;

const whole = z.int().min(1).max(mostAmount);
const window = {
  period: z.enum(['minute', 'day', 'month']),
  time_zone: z
    .string()
    .refine(isTimeZone, { error: 'must be an IANA time zone, such as "UTC" or "Europe/Berlin"' })
    .default('UTC')
    .meta({ description: 'IANA time zone of the calendar day or month.' }),
  models: z.array(modelName).min(1).max(100).nullish().meta({ description: 'Counts and limits only these.' }),
  enforce: z.boolean().default(true).meta({ description: '`false`: counted, never refused.' }),
};

const limit = z.discriminatedUnion(
  'metric',
  [
    z.strictObject({ metric: z.enum(['requests', 'tokens']), amount: whole, ...window }),
    z.strictObject({
      metric: z.literal('cost'),
      amount: usd.refine((nano) => nano > 0n && nano <= mostNanoUsd, {
        error: 'must be more than 0 and at most 1000000',
      }),
      ...window,
    }),
    z.strictObject({ metric: z.literal('concurrent'), amount: whole }),
  ],
  { error: 'must be one of "requests", "tokens", "cost", "concurrent"' },
);

/** The limits of a key or a user, to domain words. Two that would share a counter are refused. */
export const limits = z
  .array(limit)
  .max(mostLimits)
  .transform((list) => list.map(toLimit))
  .superRefine((list, context) => {
    const seen = new Map<string, number>();
    for (const [index, entry] of list.entries()) {
      const first = seen.get(limitName(entry));
      if (first === undefined) seen.set(limitName(entry), index);
      else context.addIssue({ code: 'custom', path: [index], message: `limits the same as limits[${first}]` });
    }
  });

function toLimit(entry: z.output<typeof limit>): Limit {
  if (entry.metric === 'concurrent') return entry;
  return {
    metric: entry.metric,
    amount: entry.metric === 'cost' ? formatUsd(entry.amount) : entry.amount,
    period: entry.period,
    timeZone: entry.time_zone,
    models: entry.models ?? undefined,
    enforce: entry.enforce,
  };
}

/** A limit as answers have it; `concurrent` has the first two members alone. */
export const limitSchema = z
  .object({
    metric: z.enum(['requests', 'tokens', 'cost', 'concurrent']),
    amount: z.union([z.int(), z.string()]).meta({ description: 'A number; USD as a decimal string for `cost`.' }),
    period: z.enum(['minute', 'day', 'month']).optional(),
    time_zone: z.string().optional(),
    models: z.array(z.string()).optional(),
    enforce: z.boolean().optional(),
  })
  .meta({ id: 'Limit' });

function isTimeZone(text: string): boolean {
  // Offsets such as "+01:00" are taken by Intl and are no zones: they have no summer time.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
