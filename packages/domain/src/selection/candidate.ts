import type { Remaining } from '../key-state.ts';
import type { Candidate } from '../request-log.ts';
import type { ServingKey } from '../snapshot.ts';
import type { LearnedLimit } from '../told-limit.ts';

/** A key that serves the asked model under this upstream name. */
export type PoolMember = { readonly key: ServingKey; readonly upstreamModel: string };

/** What a proxy knows of a key at this moment: from its own reservations, and from reading Redis every so often. */
export type Standing = {
  /** The state in force; `active` when nothing speaks against it. */
  readonly state: 'active' | 'sleeping' | 'exhausted' | 'suspended';
  /** Unix ms by Redis's clock; `null` where it ends by hand. */
  readonly untilMs: number | null;
  readonly reason: string;
  readonly models: ReadonlyMap<string, { readonly untilMs: number | null; readonly reason: string }>;
  readonly remaining: readonly Remaining[];
  /** What the provider told of its limits, as it was read at `nowMs` (Unix ms; 0: not yet). */
  readonly learned: readonly LearnedLimit[];
  readonly nowMs: number;
  /** `null`: never. */
  readonly lastUsedAtMs: number | null;
  /** The account behind it, as its provider told it; keys of one account at one vendor share sleeping and exhaustion. */
  readonly account: string | undefined;
};

/** Why a key was passed over; the words of the log, of simulate and of the 429's message. */
export type Verdict =
  | 'chosen'
  | 'sleeping'
  | 'exhausted'
  | 'suspended'
  | 'disabled'
  | 'model'
  | 'limit'
  | 'concurrent'
  | 'probing'
  | 'vendor'
  | 'unreadable'
  | 'unable'
  | 'not-needed';

/** One line of the decision on one request. */
export const decided = (
  member: PoolMember,
  verdict: Verdict,
  untilMs: number | null = null,
  remaining: number | null = null,
): Candidate => ({
  key: member.key.id,
  provider: member.key.provider,
  model: member.upstreamModel,
  verdict,
  untilMs,
  remaining,
});
