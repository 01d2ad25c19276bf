import type { PoolMember, Spent } from '@palimpsest/domain';
import type { Hold, LimitWindows } from '@palimpsest/state';
import type { Ask, InboundRequest } from '../inbound.ts';
import type { Carried } from '../sessions/carry.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { CountTokens } from './estimate.ts';
import type { RequestLimit } from './request-limit.ts';

/** A request that nothing but its user's quota stands against: its conversation is complete, and who can serve it is known. */
export type Examined = {
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
  readonly promptTokens: number;
  /** How this call's tokens are counted where nobody tells them. */
  readonly count: CountTokens;
  /** The most that the answer may take by the client's own limit, for all choices; `undefined`: it gave none. */
  readonly answerTokens: number | undefined;
  /** What an attempt on this member is reserved with. */
  readonly expected: (member: PoolMember) => Spent;
  /** The windows of the user's limits that it falls into. */
  readonly windows: LimitWindows;
  /** What it takes of each of them until it is known what it needed. */
  readonly reserve: Spent;
};

/** A request that may go to a provider: its user's quota is reserved. Held as long as its call, so that it has no more than that needs. */
export type Admitted = Pick<Examined, 'inbound' | 'snapshot' | 'ask' | 'carried' | 'promptTokens' | 'count'> & {
  /** Unix ms by Redis's clock. */
  readonly admittedAtMs: number;
  /** The user's tightest limit on requests after this reservation; `undefined` where there is none. */
  readonly requestLimit: RequestLimit | undefined;
  /** Whether the user is far from every limit, so that nothing depends on its counters' being exact at once. */
  readonly isAmple: boolean;
  /** The user's reservation, should Redis lose it. */
  readonly hold: Hold | undefined;
};
