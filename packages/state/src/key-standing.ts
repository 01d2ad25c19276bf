import type { KeyStateName, LearnedLimit, Limit, Mark, ProviderKeyId, Remaining } from '@palimpsest/domain';
import { learnedFrom } from './learned-limits.ts';
import { remainingFrom } from './remaining.ts';
import type { ModelMark, ToldStanding } from './script-values.ts';
import { concurrentLimit, type LimitWindows } from './windows.ts';

/** How one key stands now; times are Unix ms by Redis's clock. */
export type KeyStanding = {
  readonly key: ProviderKeyId;
  readonly nowMs: number;
  /** `active` from the deadline of a mark on, although one attempt has to try the key first. */
  readonly state: Exclude<KeyStateName, 'disabled'>;
  readonly untilMs: number | null;
  /** Empty while active. */
  readonly reason: string;
  /** Its provider suspended it, not an operator. */
  readonly refused: boolean;
  /** One attempt is trying the key after a deadline; others are refused until it brings content. */
  readonly probing: boolean;
  /** The models for which this key alone is out. */
  readonly models: readonly (Mark & { readonly model: string })[];
  /** Attempts failed in a row. */
  readonly failures: number;
  readonly lastUsedAtMs: number | null;
  /** The account behind it, where its provider told it. */
  readonly account: string | undefined;
  /** In the order of the key's limits, `concurrent` last. */
  readonly remaining: readonly Remaining[];
  readonly inFlight: number;
  /** What the provider told of its limits, with what is left of them now. */
  readonly learned: readonly LearnedLimit[];
  /** Number of the last change other than by use. */
  readonly version: number;
};

type Reply = {
  readonly verdict: string;
  readonly nowMs: number;
  readonly untilMs: number;
  readonly reason: string;
  readonly refused: number;
  readonly probing: number;
  readonly failures: number;
  readonly lastUsedMs: number;
  readonly account: string;
  readonly modelMarks: readonly ModelMark[];
  readonly remaining: readonly number[];
  readonly inFlight: number;
  readonly told: readonly ToldStanding[];
  readonly version: number;
};

export const standingFrom = (
  key: ProviderKeyId,
  reply: Reply,
  windows: LimitWindows,
  limits: readonly Limit[],
): KeyStanding => ({
  key,
  nowMs: reply.nowMs,
  state: reply.verdict as KeyStanding['state'],
  untilMs: reply.untilMs || null,
  reason: reply.reason,
  refused: reply.refused === 1,
  probing: reply.probing === 1,
  models: reply.modelMarks.map((mark) => ({ ...mark, untilMs: mark.untilMs || null })),
  failures: reply.failures,
  lastUsedAtMs: reply.lastUsedMs || null,
  account: reply.account || undefined,
  remaining: remainingFrom(reply, windows, concurrentLimit(limits)),
  inFlight: reply.inFlight,
  learned: reply.told.map(learnedFrom),
  version: reply.version,
});

/** The marks that a standing shows, the key's own first. */
export const marksOf = ({ state, untilMs, reason, models }: KeyStanding): (Mark & { readonly model?: string })[] => [
  ...(state === 'active' ? [] : [{ state, untilMs, reason }]),
  ...models,
];
