import { fromBinary } from '@bufbuild/protobuf';
import {
  type GatewayErrorCode,
  gatewayErrorCodes,
  gatewayKeyId,
  priceId,
  providerKeyId,
  requestId,
  type UsageEvent,
  userId,
} from '@palimpsest/domain';
import { type UsageEvent as ProtoUsageEvent, UsageEventSchema } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';
import { attemptFromProto } from './attempt.ts';
import { candidateFromProto } from './candidate.ts';
import { encodeUsageEvent } from './encode-usage-event.ts';
import { usageFromProto } from './usage.ts';
import { absentIfEmpty, wordOf } from './word.ts';

/** `outcome` of a request, in the contract's words. */
export const outcomes = ['success', 'failed', 'cancelled', 'rejected', 'abandoned'] as const;
const contexts = ['carried', 'none'] as const;
const errorCodes = Object.keys(gatewayErrorCodes) as GatewayErrorCode[];

/**
 * Reads an entry of the usage stream.
 * @throws where the bytes are no usage event, or one with words that this version does not know.
 */
export const decodeUsageEvent = (bytes: Uint8Array): UsageEvent =>
  usageEventFromProto(fromBinary(UsageEventSchema, bytes));

/** As it goes over gRPC: what stands in the stream, read as a message. */
export const usageEventToProto = (event: UsageEvent): ProtoUsageEvent =>
  fromBinary(UsageEventSchema, encodeUsageEvent(event));

/** @throws where the event has words that this version does not know. */
export function usageEventFromProto(event: ProtoUsageEvent): UsageEvent {
  if (event.requestId === '' || event.userId === '') throw new TypeError('usage event: no request or no user');
  return {
    requestId: requestId(event.requestId),
    atMs: Number(event.atMs),
    userId: userId(event.userId),
    gatewayKeyId: gatewayKeyId(event.gatewayKeyId),
    session: absentIfEmpty(event.session),
    clientRequestId: absentIfEmpty(event.clientRequestId),
    model: event.model,
    stream: event.stream,
    outcome: wordOf(outcomes, event.outcome, 'outcome of a usage event'),
    errorCode: event.errorCode === '' ? undefined : wordOf(errorCodes, event.errorCode, 'error code of a usage event'),
    context: wordOf(contexts, event.context, 'context of a usage event'),
    latencyMs: event.latencyMs,
    chain: event.chain.map(attemptFromProto),
    candidates: event.candidates.map(candidateFromProto),
    snapshotVersion: Number(event.snapshotVersion),
    served:
      event.keyId === ''
        ? undefined
        : {
            provider: event.provider,
            vendor: event.vendor,
            keyId: providerKeyId(event.keyId),
            upstreamModel: event.upstreamModel,
          },
    usage: usageFromProto(event.usage),
    operatorUsage: usageFromProto(event.operatorUsage),
    estimated: event.estimated,
    cost: event.cost,
    operatorCost: event.operatorCost,
    priceId: event.priceId === '' ? undefined : priceId(event.priceId),
  };
}
