import type { Ask, GatewayKeyId, RequestId, User } from '@palimpsest/domain';

export type { Ask } from '@palimpsest/domain';

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
  /** Headers that mean something to some provider, by lower-case name; which of them go along is the provider's word. */
  readonly forwarded: Readonly<Record<string, string>>;
  /** `performance.now()` when the request arrived; latencies and the deadline count from here. */
  readonly startedAt: number;
};

/** Where each kind of call is made. */
export const operationPaths = {
  chat: '/v1/chat/completions',
  embeddings: '/v1/embeddings',
} as const satisfies Record<Ask['operation'], string>;

/** One call of one caller. */
export type InboundRequest = Ask & { readonly caller: Caller; readonly envelope: Envelope };
