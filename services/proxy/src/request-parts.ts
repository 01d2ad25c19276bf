import type { GatewayError, UserId } from '@palimpsest/domain';
import type { Books } from './accounting/books.ts';
import type { Call } from './accounting/call.ts';
import type { Admitted, Examined } from './admission/admitted.ts';
import type { Downstream } from './http/downstream.ts';
import type { InboundRequest } from './inbound.ts';
import type { RedisClock } from './redis-clock.ts';
import type { Relay } from './relay/relay.ts';
import type { Lease } from './selection/lease.ts';
import type { Selection } from './selection/select.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { AttemptResult } from './upstream/attempt.ts';
import type { CallSignal } from './upstream/call-signal.ts';
import type { StopSignal } from './upstream/stop-signal.ts';

/** What a request passes on its way. */
export type RequestPath = {
  examine(inbound: InboundRequest, snapshot: Snapshot): Promise<Examined | GatewayError>;
  reserve(examined: Examined): Promise<Admitted | GatewayError>;
  /** Whether this user was far from every limit a moment ago. */
  isAmple(user: UserId): boolean;
  readonly selection: Selection;
  attempt(lease: Lease, call: Call, signal: StopSignal, relay: Relay): Promise<AttemptResult>;
  readonly books: Books;
  /** Keeps the leases of a call alive while it runs. */
  hold(call: Call, lease?: Lease): void;
  release(call: Call): void;
  /** The signal that ends all attempts of a call: the caller left, or its time is over. */
  callSignal(downstream: Downstream, inbound: InboundRequest): CallSignal;
  readonly clock: RedisClock;
  readonly attemptsMax: number;
  /** Milliseconds that a request may wait for the first key to wake. */
  readonly maxWaitMs: number;
};
