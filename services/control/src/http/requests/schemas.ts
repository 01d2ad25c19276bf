import { z } from 'zod';
import { pageQuery } from '../schemas/page.ts';
import { idOf, instant, money, time } from '../schemas/values.ts';

const outcome = z.enum(['success', 'failed', 'cancelled', 'rejected', 'abandoned']);

/** What the request log and the usage sums are narrowed by; `key` says which of a request's keys is meant. */
export const filterBy = (key: string) => ({
  user: z.string().max(100).optional(),
  key: z.string().max(100).optional().meta({ description: key }),
  provider: z.string().max(100).optional(),
  model: z.string().max(200).optional(),
  from: instant.optional().meta({ description: 'Included.' }),
  to: instant.optional().meta({ description: 'Excluded.' }),
});

export const requestsQuery = z.strictObject({
  ...filterBy('A key that was tried, whether it served or not.'),
  session: z.string().max(256).optional(),
  outcome: outcome.optional(),
  ...pageQuery,
});

const usageSchema = z
  .object({
    prompt_tokens: z.int(),
    cached_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
  })
  .meta({ id: 'Usage' });

const attemptSchema = z
  .object({
    key: idOf('key'),
    provider: z.string(),
    model: z.string(),
    class: z.enum(['success', 'transient', 'exhausted', 'rejected', 'fatal', 'cancelled']),
    status: z.int().nullable(),
    reason: z.string().nullable(),
    latency_ms: z.int(),
  })
  .meta({ id: 'Attempt' });

export const requestSchema = z
  .object({
    id: idOf('req'),
    at: time,
    user: idOf('usr'),
    gateway_key: idOf('gwk'),
    session: z.string().nullable(),
    client_request_id: z.string().nullable(),
    model: z.string(),
    stream: z.boolean(),
    outcome,
    error_code: z.string().nullable(),
    context: z.enum(['carried', 'none']),
    chain: z.array(attemptSchema),
    attempts: z.int(),
    served_by: z.object({ provider: z.string(), vendor: z.string(), key: idOf('key'), model: z.string() }).nullable(),
    usage: usageSchema,
    operator_usage: usageSchema,
    estimated: z.boolean(),
    cost: money.nullable(),
    operator_cost: money.nullable(),
    price: idOf('prc').nullable(),
    latency_ms: z.int(),
  })
  .meta({ id: 'Request' });

const candidateSchema = z
  .object({
    key: idOf('key'),
    provider: z.string(),
    model: z.string(),
    verdict: z.string().meta({ description: '`chosen`, or why the key was passed over.' }),
    until: time.nullable(),
    remaining: z.int().nullable(),
  })
  .meta({ id: 'Candidate' });

export const requestDetailSchema = requestSchema
  .extend({ candidates: z.array(candidateSchema), configuration_version: z.int() })
  .meta({ id: 'RequestDetail' });
