import {
  type GatewayErrorCode,
  type NanoUsd,
  noUsage,
  type Outcome,
  type PoolMember,
  sumOfUsage,
  type UsageEvent,
} from '@palimpsest/domain';
import type { Caller, Envelope, InboundRequest } from '../inbound.ts';
import type { Call, Used } from './call.ts';
import { costOn } from './cost.ts';

/** How a call ended. */
export type Conclusion = {
  readonly outcome: Outcome;
  readonly errorCode: GatewayErrorCode | undefined;
  /** Redis was away a moment ago: nobody waits for it a second time. */
  readonly storeAway?: boolean;
  /** Who served it, and what the user pays for: a whole answer, or what a cancelled one had used. */
  readonly served: { readonly member: PoolMember; readonly used: Used } | undefined;
};

/** What is known of every call that passed authentication, also of one whose body could not be read. */
export type Asked = {
  readonly caller: Caller;
  readonly envelope: Envelope;
  readonly model: string;
  readonly stream: boolean;
};

export const askedBy = ({ caller, envelope, body }: InboundRequest): Asked => ({
  caller,
  envelope,
  model: body.model,
  stream: body.stream === true,
});

/** The entry of a call that never got as far as a key. */
export function refusedEvent(
  { caller, envelope, model, stream }: Asked,
  snapshotVersion: number,
  atMs: number,
  errorCode?: GatewayErrorCode,
): UsageEvent {
  return {
    requestId: envelope.requestId,
    atMs,
    userId: caller.user.id,
    gatewayKeyId: caller.gatewayKey,
    session: envelope.session,
    clientRequestId: envelope.clientRequestId,
    model,
    stream,
    outcome: 'rejected',
    errorCode,
    context: 'none',
    latencyMs: Math.round(performance.now() - envelope.startedAt),
    chain: [],
    candidates: [],
    snapshotVersion,
    served: undefined,
    usage: noUsage,
    operatorUsage: noUsage,
    estimated: false,
    cost: undefined,
    operatorCost: undefined,
    priceId: undefined,
  };
}

/** The entry of a call, from its chain and how it ended. The last attempt is the user's when it served; every other is the operator's own. */
export function usageEvent(call: Call, { outcome, errorCode, served }: Conclusion): UsageEvent {
  const { admitted, chain } = call;
  const own = served === undefined ? chain : chain.slice(0, -1);
  const price =
    served &&
    costOn(admitted.snapshot, served.member, admitted.ask.body.model, served.used.usage, admitted.admittedAtMs);
  return {
    ...refusedEvent(askedBy(admitted.inbound), admitted.snapshot.version, admitted.admittedAtMs, errorCode),
    outcome,
    context: admitted.carried.context,
    chain,
    candidates: call.choice.decisions(),
    served: served && {
      provider: served.member.key.provider,
      vendor: served.member.key.vendor,
      keyId: served.member.key.id,
      upstreamModel: served.member.upstreamModel,
    },
    usage: served?.used.usage ?? noUsage,
    operatorUsage: own.reduce((sum, attempt) => sumOfUsage(sum, attempt.usage), noUsage),
    estimated: served?.used.estimated ?? false,
    cost: price?.cost,
    operatorCost: sumOfCosts(own.map((attempt) => attempt.cost)),
    priceId: price?.priceId,
  };
}

/** The entry of a call whose proxy dies now: its attempts so far have spent what they have, and its user pays nothing. */
export const abandonedEvent = (call: Call): UsageEvent =>
  usageEvent(call, { outcome: 'abandoned', errorCode: undefined, served: undefined });

function sumOfCosts(costs: readonly (NanoUsd | undefined)[]): NanoUsd | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0n);
}
