import type { PoolMember, Remaining } from '@palimpsest/domain';
import type { Hold, Spent } from '@palimpsest/state';
import type { Ask, InboundRequest } from '../inbound.ts';
import type { Carried } from '../sessions/carry.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { CountTokens } from './estimate.ts';

/** A request that may go to a provider: its conversation is complete, its user's quota is reserved. */
export type Admitted = {
  readonly inbound: InboundRequest;
  /** The configuration that decides on this request from first to last. */
  readonly snapshot: Snapshot;
  /** What the client asked for; of a chat, with the conversation as it goes out. */
  readonly ask: Ask;
  readonly carried: Carried;
  /** Vendors that served earlier turns of the session. */
  readonly familiarVendors: ReadonlySet<string>;
  readonly tiers: readonly (readonly PoolMember[])[];
  /** Those that cannot serve this request, whatever their keys could. */
  readonly unable: readonly PoolMember[];
  /** Unix ms by Redis's clock. */
  readonly admittedAtMs: number;
  readonly promptTokens: number;
  /** How this call's tokens are counted where nobody tells them. */
  readonly count: CountTokens;
  /** The most that the answer may take by the client's own limit, for all choices; `undefined`: it gave none. */
  readonly answerTokens: number | undefined;
  /** What an attempt on this member is reserved with. */
  readonly expected: (member: PoolMember) => Spent;
  /** The user's limits after this reservation. */
  readonly remaining: readonly Remaining[];
  /** The user's reservation, should Redis lose it. */
  readonly hold: Hold | undefined;
};
