import { z } from 'zod';
import { money, time } from '../schemas/values.ts';
import { publicApiSchema } from './public-api.ts';

const poolSchema = z.object({
  keys: z.int(),
  active: z.int(),
  sleeping: z.int(),
  exhausted: z.int().meta({ description: 'Also keys that have used up a day or month limit of their operator.' }),
  suspended: z.int(),
  disabled: z.int(),
  capped_keys: z.int(),
  requests_remaining: z.int().nullable().meta({
    description:
      'Requests left today and this month on the capped keys that can serve, of a quota group once; `null` without such keys.',
  }),
});

const trafficSchema = z.object({
  since: time,
  requests: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  rejected: z.int(),
  abandoned: z.int(),
  failovers: z.int().meta({ description: 'Requests that needed more than one attempt.' }),
  error_rate: z.number().meta({ description: 'Failed and abandoned of all that were not rejected, 0 to 1.' }),
  active_sessions: z.int(),
  total_tokens: z.int(),
  cost: money.nullable(),
  unpriced_requests: z.int(),
  operator_cost: money.nullable(),
  unpriced_attempts: z.int(),
  metering_lag: z.int().meta({ description: 'Usage events that are not counted yet.' }),
});

export const overviewSchema = z
  .object({
    users: z.int(),
    pool: poolSchema,
    traffic: trafficSchema
      .nullable()
      .meta({ description: 'The last 24 hours; `null` while metering does not answer.' }),
    public_api: publicApiSchema,
    alerts: z.array(z.object({ kind: z.string(), message: z.string(), at: time })),
  })
  .meta({ id: 'Overview' });
