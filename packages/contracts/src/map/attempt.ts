import { type MeteredAttempt, providerKeyId } from '@palimpsest/domain';
import type { Attempt as ProtoAttempt } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';
import { usageFromProto } from './usage.ts';
import { wordOf } from './word.ts';

const classes = ['success', 'transient', 'exhausted', 'rejected', 'fatal', 'cancelled'] as const;

export const attemptFromProto = (attempt: ProtoAttempt): MeteredAttempt => ({
  key: providerKeyId(attempt.keyId),
  provider: attempt.provider,
  model: attempt.model,
  class: wordOf(classes, attempt.class, 'class of an attempt'),
  status: attempt.status ?? null,
  reason: attempt.reason ?? null,
  latencyMs: attempt.latencyMs,
  usage: usageFromProto(attempt.usage),
  quotaTag: attempt.quotaTag,
  reservedAtMs: Number(attempt.reservedAtMs),
  reached: attempt.reached,
  cost: attempt.cost,
});
