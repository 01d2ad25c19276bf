import {
  type Attempt,
  type GatewayError,
  limitName,
  type ProviderKeyId,
  type Remaining,
  type RequestId,
} from '@palimpsest/domain';
import type { Call } from './accounting/call.ts';
import type { InboundRequest } from './inbound.ts';
import type { Lease } from './selection/lease.ts';

/** What an answer's headers tell of its call. Grows while the call is under way. */
export type Report = {
  readonly requestId: RequestId;
  readonly clientRequestId: string | undefined;
  readonly context: 'carried' | 'none';
  readonly chain: readonly Attempt[];
  readonly served: { readonly provider: string; readonly key: ProviderKeyId; readonly model: string } | undefined;
  /** The answer was given before: it is the stored one of a request with the same idempotency key. */
  readonly replayed?: boolean;
  /** The user's tightest request limit of those that refuse, with its amount; `undefined` where there is none. */
  readonly requestLimit: (Remaining & { readonly amount: number; readonly nowMs: number }) | undefined;
};

/** What can be told of a call at this moment; `lease` once it is known who answers. */
export function reportOf(inbound: InboundRequest, call?: Call, lease?: Lease): Report {
  const { requestId, clientRequestId } = inbound.envelope;
  return {
    requestId,
    clientRequestId,
    context: call?.admitted.carried.context ?? 'none',
    chain: call?.chain ?? [],
    served: lease && {
      provider: lease.member.key.provider,
      key: lease.member.key.id,
      model: lease.member.upstreamModel,
    },
    requestLimit:
      call && tightestRequestLimit(inbound, { remaining: call.admitted.remaining, nowMs: call.admitted.admittedAtMs }),
  };
}

/** What can be told of a call that was refused before any key was asked. */
export const reportOfRefused = (inbound: InboundRequest, { options }: GatewayError): Report => ({
  ...reportOf(inbound),
  requestLimit: options.standing && tightestRequestLimit(inbound, options.standing),
});

/** What is told of a call that failed: its user has the request back. */
export function reportOfFailed(inbound: InboundRequest, call: Call): Report {
  const report = reportOf(inbound, call);
  const limit = report.requestLimit;
  return { ...report, requestLimit: limit && { ...limit, remaining: limit.remaining + 1 } };
}

function tightestRequestLimit(
  { caller }: InboundRequest,
  { remaining, nowMs }: NonNullable<GatewayError['options']['standing']>,
): Report['requestLimit'] {
  let tightest: Report['requestLimit'];
  for (const limit of caller.user.limits) {
    if (limit.metric !== 'requests' || !limit.enforce) continue;
    const left = remaining.find((entry) => entry.limit === limitName(limit));
    if (left !== undefined && (tightest === undefined || left.remaining < tightest.remaining))
      tightest = { ...left, amount: Number(limit.amount), nowMs };
  }
  return tightest;
}
