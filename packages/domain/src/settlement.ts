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

/** Names an attempt's reservation on its key. No key is reserved twice for one request. */
export const attemptId = (request: RequestId, key: ProviderKeyId): string => `${request}/${key}`;

/** The user pays for a complete answer, and for what a cancelled one had used; for nothing else. */
export const isCharged = (event: Pick<UsageEvent, 'outcome' | 'usage'>): boolean =>
  event.outcome === 'success' || (event.outcome === 'cancelled' && event.usage.totalTokens > 0);

/** What a request counts against its user's limits. Proxy and metering settle with the same figures, whoever comes first. */
export const spentByUser = (event: Pick<UsageEvent, 'outcome' | 'usage' | 'cost'>): Spent =>
  isCharged(event) ? { requests: 1, tokens: event.usage.totalTokens, cost: Number(event.cost ?? 0n) } : nothingSpent;

/**
 * What a request's attempts count against their keys. The proxy settles each as it ends; this is for the one that died between its event
 * and its settlement, and counts an attempt that never reached its provider too: too little left is safer than a cap overshot.
 */
export const spentByKeys = (event: {
  readonly requestId: RequestId;
  readonly chain: readonly MeteredAttempt[];
}): AttemptSpent[] =>
  event.chain.map((attempt) => ({
    tag: attempt.quotaTag,
    key: attempt.key,
    attempt: attemptId(event.requestId, attempt.key),
    spent: { requests: 1, tokens: attempt.usage.totalTokens, cost: Number(attempt.cost ?? 0n) },
  }));
