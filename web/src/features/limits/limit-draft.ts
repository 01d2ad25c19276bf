import type { ShownLimit } from './limit-words.ts';

export const metrics = ['requests', 'tokens', 'cost', 'concurrent'] as const;
export const periods = ['minute', 'day', 'month'] as const;

/** A limit while it is being edited: everything as it stands in the fields. */
export type LimitDraft = {
  /** Tells the lines of the editor apart. */
  readonly id: string;
  readonly metric: (typeof metrics)[number];
  readonly amount: string;
  readonly period: (typeof periods)[number];
  readonly timeZone: string;
  readonly models: readonly string[];
  readonly enforce: boolean;
};

export const newLimit = (id: string): LimitDraft => ({
  id,
  metric: 'requests',
  amount: '',
  period: 'day',
  timeZone: 'UTC',
  models: [],
  enforce: true,
});

/** A stored limit, to be edited. */
export const limitDraft = (limit: ShownLimit, id: string): LimitDraft => ({
  id,
  metric: limit.metric,
  amount: String(limit.amount),
  period: limit.period ?? 'day',
  timeZone: limit.time_zone ?? 'UTC',
  models: limit.models ?? [],
  enforce: limit.enforce ?? true,
});

/** What the API is sent for it: whole numbers, and money as the text that was typed. */
export function limitBody(draft: LimitDraft) {
  const { metric, amount } = draft;
  if (metric === 'concurrent') return { metric, amount: Number(amount) };
  const window = {
    period: draft.period,
    time_zone: draft.timeZone,
    enforce: draft.enforce,
    ...(draft.models.length === 0 ? {} : { models: [...draft.models] }),
  };
  return metric === 'cost'
    ? { metric, amount: amount.trim(), ...window }
    : { metric, amount: Number(amount), ...window };
}
