import { keyStateNames, providerNames } from '@palimpsest/domain';
import { z } from 'zod';
import { learnedLimitSchema } from '../schemas/learned-limit.ts';
import { limitSchema } from '../schemas/limit.ts';
import { remainingSchema, usageTodaySchema } from '../schemas/standing.ts';
import { idOf, time } from '../schemas/values.ts';

const modelStateSchema = z
  .object({
    model: z.string(),
    state: z.enum(['sleeping', 'exhausted', 'suspended']),
    until: time.nullable(),
    reason: z.string(),
  })
  .meta({ id: 'ModelState' });

/** A provider key with its live standing. The secret never comes back. */
export const keySchema = z
  .object({
    id: idOf('key'),
    name: z.string(),
    provider: z.enum(providerNames),
    secret_hint: z.string().nullable(),
    base_url: z.string(),
    vendor: z.string(),
    models: z.array(z.union([z.string(), z.object({ name: z.string(), upstream: z.string() })])),
    quota_group: z.string().nullable(),
    limits: z.array(limitSchema),
    timeouts: z.object({
      first_byte_ms: z.int().optional(),
      stall_ms: z.int().optional(),
      plain_ms: z.int().optional(),
    }),
    enabled: z.boolean(),
    created_at: time,
    updated_at: time,
    state: z.enum(keyStateNames),
    until: time.nullable(),
    reason: z.string().nullable(),
    model_states: z.array(modelStateSchema),
    remaining: z.array(remainingSchema),
    resets_at: time.nullable().meta({ description: 'When the first of the limits begins anew.' }),
    usage_today: usageTodaySchema.nullable().meta({ description: '`null` while metering does not answer.' }),
    learned_limits: z.array(learnedLimitSchema).meta({ description: 'What the provider said of its own limits.' }),
    last_used_at: time.nullable(),
    consecutive_failures: z.int(),
  })
  .meta({ id: 'Key' });

export type KeyAnswer = z.output<typeof keySchema>;

export const testSchema = z
  .object({
    ok: z.boolean(),
    class: z.enum(['success', 'transient', 'exhausted', 'rejected', 'fatal', 'cancelled']),
    latency_ms: z.int(),
    status: z.int().nullable().meta({ description: "The provider's HTTP status." }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'KeyTest' });
