import type { Attempt, GatewayError, ProviderKeyId, RequestId } from '@palimpsest/domain';
import type { Call } from './accounting/call.ts';
import { type RequestLimit, tightestRequestLimit } from './admission/request-limit.ts';
import type { InboundRequest } from './inbound.ts';
import type { Lease } from './selection/lease.ts';

/** What an answer's headers tell of its call. Grows while the call is under way. */
export type Report = {
  readonly requestId: RequestId;
  readonly clientRequestId: string | undefined;
  readonly context: 'carried' | 'none';
  readonly chain: readonly Attempt[];
  /** The answer begins while its attempt goes on: the chain does not have that one yet. */
  readonly underWay?: boolean;
  readonly served: { readonly provider: string; readonly key: ProviderKeyId; readonly model: string } | undefined;
  /** The answer was given before: it is the stored one of a request with the same idempotency key. */
  readonly replayed?: boolean;
  /** The user's tightest limit on requests; `undefined` where there is none. */
  readonly requestLimit: RequestLimit | undefined;
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
    requestLimit: call?.admitted.requestLimit,
  };
}

/** What can be told of a call whose answer begins to go out while its attempt goes on. */
export const reportUnderWay = (inbound: InboundRequest, call: Call, lease: Lease): Report => ({
  ...reportOf(inbound, call, lease),
  underWay: true,
});

/** What can be told of a call that was refused before any key was asked. */
export const reportOfRefused = (inbound: InboundRequest, { options }: GatewayError): Report => ({
  ...reportOf(inbound),
  requestLimit: options.standing && tightestRequestLimit(inbound.caller.user.limits, options.standing),
});

/** What is told of a call that failed: its user has the request back. */
export function reportOfFailed(inbound: InboundRequest, call: Call): Report {
  const report = reportOf(inbound, call);
  const limit = report.requestLimit;
  return { ...report, requestLimit: limit && { ...limit, remaining: limit.remaining + 1 } };
}
