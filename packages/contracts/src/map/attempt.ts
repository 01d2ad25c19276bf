import { type MeteredAttempt, providerKeyId } from '@palimpsest/domain';
import type { Attempt as ProtoAttempt } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';
import { usageFromProto, usageToProto } from './usage.ts';
import { wordOf } from './word.ts';

const classes = ['success', 'transient', 'exhausted', 'rejected', 'fatal', 'cancelled'] as const;

export const attemptToProto = (attempt: MeteredAttempt): ProtoAttempt => ({
  $typeName: 'palimpsest.usage.v1.Attempt',
  keyId: attempt.key,
  provider: attempt.provider,
  model: attempt.model,
  class: attempt.class,
  ...(attempt.status === null ? {} : { status: attempt.status }),
  ...(attempt.reason === null ? {} : { reason: attempt.reason }),
  latencyMs: Math.round(attempt.latencyMs),
  usage: usageToProto(attempt.usage),
  quotaTag: attempt.quotaTag,
  reservedAtMs: BigInt(Math.round(attempt.reservedAtMs)),
  reached: attempt.reached,
  ...(attempt.cost === undefined ? {} : { cost: attempt.cost }),
});

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
