import type { Attempt, Usage, UsageEvent } from '@palimpsest/domain';
import type { z } from 'zod';
import { moneyOrNull, timeOf, timeOrNull } from '../schemas/values.ts';
import type { requestDetailSchema, requestSchema } from './schemas.ts';

const usageView = (usage: Usage) => ({
  prompt_tokens: usage.promptTokens,
  cached_tokens: usage.cachedTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: usage.totalTokens,
});

const attemptView = (attempt: Attempt) => ({
  key: attempt.key,
  provider: attempt.provider,
  model: attempt.model,
  class: attempt.class,
  status: attempt.status,
  reason: attempt.reason,
  latency_ms: attempt.latencyMs,
});

/** One model call as the request log shows it. */
export const requestView = (event: UsageEvent): z.output<typeof requestSchema> => ({
  id: event.requestId,
  at: timeOf(event.atMs),
  user: event.userId,
  gateway_key: event.gatewayKeyId,
  session: event.session ?? null,
  client_request_id: event.clientRequestId ?? null,
  model: event.model,
  stream: event.stream,
  outcome: event.outcome,
  error_code: event.errorCode ?? null,
  context: event.context,
  chain: event.chain.map(attemptView),
  attempts: event.chain.length,
  served_by:
    event.served === undefined
      ? null
      : {
          provider: event.served.provider,
          vendor: event.served.vendor,
          key: event.served.keyId,
          model: event.served.upstreamModel,
        },
  usage: usageView(event.usage),
  operator_usage: usageView(event.operatorUsage),
  estimated: event.estimated,
  cost: moneyOrNull(event.cost),
  operator_cost: moneyOrNull(event.operatorCost),
  price: event.priceId ?? null,
  latency_ms: event.latencyMs,
});

/** The same with why each key was chosen or passed over. */
export const requestDetailView = (event: UsageEvent): z.output<typeof requestDetailSchema> => ({
  ...requestView(event),
  candidates: event.candidates.map(({ key, provider, model, verdict, untilMs, remaining }) => ({
    key,
    provider,
    model,
    verdict,
    until: timeOrNull(untilMs),
    remaining,
  })),
  configuration_version: event.snapshotVersion,
});
