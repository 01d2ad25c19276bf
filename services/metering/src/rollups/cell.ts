import type { Increment } from '@palimpsest/state';

/** What one sum of a day belongs to. The key and its provider are empty where nobody served. */
export type Cell = {
  readonly user: string;
  readonly key: string;
  readonly provider: string;
  /** The name that the client asked for; empty where nobody serves it (`bookedModel`). */
  readonly model: string;
};

/**
 * What is summed: requests, tokens, nano-USD of the users and of the operator, and what has no price: requests with tokens of the users,
 * and attempts with tokens of the operator.
 */
export const metrics = [
  'requests',
  'prompt',
  'cached',
  'completion',
  'unpriced',
  'cost',
  'operator_cost',
  'operator_unpriced',
] as const;
export type Metric = (typeof metrics)[number];

/** One sum's field in the hash of its day: `cost ["usr_…","key_…","openai","gpt-4o"]`. */
export const cellField = (metric: Metric, { user, key, provider, model }: Cell): string =>
  `${metric} ${JSON.stringify([user, key, provider, model])}`;

/** Takes apart a field that `cellField` made: the metric, and its cell as it is written (`readCell`). */
export function splitCellField(field: string): { readonly metric: Metric; readonly cell: string } {
  const blank = field.indexOf(' ');
  return { metric: field.slice(0, blank) as Metric, cell: field.slice(blank + 1) };
}

export function readCell(written: string): Cell {
  const [user, key, provider, model] = JSON.parse(written) as [string, string, string, string];
  return { user, key, provider, model };
}

/** An increment in the form of the store; nothing where it would change nothing. */
export const increment = (field: string, amount: bigint | number): Increment[] =>
  amount > 0 ? [[field, amount.toString()]] : [];
