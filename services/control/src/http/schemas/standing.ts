import { z } from 'zod';
import { money, time } from './values.ts';

/** What is left of one limit in its current period. */
export const remainingSchema = z
  .object({
    limit: z.string().meta({ description: 'The counter: `requests:day:UTC`.' }),
    metric: z.enum(['requests', 'tokens', 'cost', 'concurrent']),
    remaining: z.union([z.int(), z.string()]).meta({ description: 'A number; USD as a decimal string for `cost`.' }),
    resets_at: time.nullable(),
  })
  .meta({ id: 'Remaining' });

export const usageTodaySchema = z
  .object({
    requests: z.int(),
    total_tokens: z.int(),
    cost: money.nullable().meta({ description: 'USD as a decimal string; `null`: what was used had no price.' }),
  })
  .meta({ id: 'UsageToday', description: 'Since midnight UTC.' });
