import { usageGroups } from '@palimpsest/contracts';
import { z } from 'zod';
import { filterBy } from '../requests/schemas.ts';
import { money } from '../schemas/values.ts';

const allowed = usageGroups.join(', ');

export const usageQuery = z.strictObject({
  ...filterBy('The key that served.'),
  group_by: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .pipe(z.array(z.enum(usageGroups, { error: `must be any of ${allowed}, separated by commas` })))
    .transform((groups) => [...new Set(groups)])
    .meta({ description: `Any of ${allowed}, separated by commas; without it one row sums all.` }),
});

export const usageRowSchema = z
  .object({
    day: z.string().optional().meta({ description: 'UTC, `2026-01-31`.' }),
    model: z.string().optional(),
    user: z.string().optional(),
    key: z.string().optional(),
    provider: z.string().optional(),
    requests: z.int(),
    prompt_tokens: z.int(),
    cached_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    cost: money.nullable().meta({ description: 'USD as a decimal string; `null`: what was used had no price.' }),
    unpriced_requests: z
      .int()
      .meta({ description: 'Requests with tokens that are in no cost, for there was no price.' }),
    operator_cost: money.nullable().meta({
      description: 'What failed attempts spent, in USD as a decimal string; `null`: what they used had no price.',
    }),
    unpriced_attempts: z
      .int()
      .meta({ description: 'Failed attempts with tokens that are in no operator cost, for there was no price.' }),
  })
  .meta({ id: 'UsageRow' });

export const usageSchema = z.object({ data: z.array(usageRowSchema) });
