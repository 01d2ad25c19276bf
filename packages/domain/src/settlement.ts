import type { ProviderKeyId, RequestId } from './ids.ts';
import type { NanoUsd } from './money.ts';
import { mostTokens } from './usage.ts';
import type { MeteredAttempt, UsageEvent } from './usage-event.ts';

/** What one request or attempt took of its limits: requests, tokens, whole nano-USD (exact below 2^53, nine million dollars). */
export type Spent = { readonly requests: number; readonly tokens: number; readonly cost: number };

/** What an attempt took of its key's limits, and of those that the provider told: tokens of prompt and answer apart. */
export type Use = Spent & Readonly<Partial<Record<'input-tokens' | 'output-tokens', number>>>;

export const nothingSpent: Spent = { requests: 0, tokens: 0, cost: 0 };

/** Ten thousand dollars, in nano-USD: no call costs more, and 900 of these at once are still counted exactly. */
const mostCost = 1e13;

/**
 * What is held for one request or attempt before it is made, whatever answer its client allows: an absurd limit of the answer must not
 * take a counter to where it cannot be counted on. Tokens, and nano-USD where there is a price.
 */
export const spentAtMost = (tokens: number, cost: NanoUsd | undefined): Spent => ({
  requests: 1,
  tokens: Math.min(tokens, mostTokens),
  cost: Math.min(Number(cost ?? 0n), mostCost),
});

/** One attempt's reservation on its key, to be settled under the hash tag where it was made. */
export type AttemptSpent = {
  readonly tag: string;
  readonly key: ProviderKeyId;
  readonly attempt: string;
  readonly spent: Use;
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

/**
 * What one attempt counts against its key: a request only where it reached the provider, tokens and cost as they were used. Tokens read from a
 * cache count against no limit on prompts where there is one (docs.anthropic.com, "Rate limits").
 */
export const spentByAttempt = ({ reached, usage, cost }: MeteredAttempt): Use => ({
  requests: reached ? 1 : 0,
  tokens: usage.totalTokens,
  cost: Number(cost ?? 0n),
  'input-tokens': usage.promptTokens - usage.cachedTokens,
  'output-tokens': usage.completionTokens,
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
