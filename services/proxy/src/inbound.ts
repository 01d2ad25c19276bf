import type { ChatBody, GatewayKeyId, RequestId, User } from '@palimpsest/domain';

/** How a streamed answer reaches the client (contract, stream modes). */
export const streamModes = ['buffered', 'gated', 'passthrough', 'stitched'] as const;
export type StreamMode = (typeof streamModes)[number];

/** Who calls, proven by a gateway key. */
export type Caller = { readonly user: User; readonly gatewayKey: GatewayKeyId };

/** What every model call carries beside its body, read from the request's headers. */
export type Envelope = {
  readonly requestId: RequestId;
  /** As the client sent it, when it is sane: kept in the log and returned, never used as an id of ours. */
  readonly clientRequestId: string | undefined;
  readonly session: string | undefined;
  readonly streamMode: StreamMode;
  readonly idempotencyKey: string | undefined;
  /** `performance.now()` when the request arrived; latencies and the deadline count from here. */
  readonly startedAt: number;
};

/** One chat call of one caller, checked. */
export type InboundRequest = { readonly caller: Caller; readonly envelope: Envelope; readonly body: ChatBody };
