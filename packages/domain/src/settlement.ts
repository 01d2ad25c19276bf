import type { ProviderKeyId, RequestId } from './ids.ts';
import type { MeteredAttempt, UsageEvent } from './usage-event.ts';

/** What one request or attempt took of its limits: requests, tokens, whole nano-USD (exact up to nine million dollars). */
export type Spent = { readonly requests: number; readonly tokens: number; readonly cost: number };

export const nothingSpent: Spent = { requests: 0, tokens: 0, cost: 0 };

/** One attempt's reservation on its key, to be settled under the hash tag where it was made. */
export type AttemptSpent = {
  readonly tag: string;
  readonly key: ProviderKeyId;
  readonly attempt: string;
  readonly spent: Spent;
};

/** Names an attempt's reservation on its key; `before`: earlier attempts of the request on this key, which are rare. */
export const attemptId = (request: RequestId, key: ProviderKeyId, before = 0): string =>
  before === 0 ? `${request}/${key}` : `${request}/${key}/${before + 1}`;

/** The user pays for a complete answer, and for what a cancelled one had used; for nothing else. */
export const isCharged = (event: Pick<UsageEvent, 'outcome' | 'usage'>): boolean =>
  event.outcome === 'success' || (event.outcome === 'cancelled' && event.usage.totalTokens > 0);

/** What a request counts against its user's limits. Proxy and metering settle with the same figures, whoever comes first. */
export const spentByUser = (event: Pick<UsageEvent, 'outcome' | 'usage' | 'cost'>): Spent =>
  isCharged(event) ? { requests: 1, tokens: event.usage.totalTokens, cost: Number(event.cost ?? 0n) } : nothingSpent;

/** What one attempt counts against its key: a request only where it reached the provider, tokens and cost as they were used. */
export const spentByAttempt = ({ reached, usage, cost }: MeteredAttempt): Spent => ({
  requests: reached ? 1 : 0,
  tokens: usage.totalTokens,
  cost: Number(cost ?? 0n),
});

/**
 * What a request's attempts count against their keys, in the order of the chain. The proxy settles each as it ends; this is for the one
 * that died between its event and its settlement.
 */
export const spentByKeys = ({ requestId, chain }: Pick<UsageEvent, 'requestId' | 'chain'>): AttemptSpent[] =>
  chain.map((attempt, place) => ({
    tag: attempt.quotaTag,
    key: attempt.key,
    attempt: attemptId(requestId, attempt.key, chain.slice(0, place).filter(({ key }) => key === attempt.key).length),
    spent: spentByAttempt(attempt),
  }));
