import {
  type Ask,
  answerTokensOf,
  costOf,
  type PoolMember,
  type Price,
  priceInForce,
  priceOn,
  type Spent,
  usageOf,
} from '@palimpsest/domain';

/** A call that is only thought of. */
export type ThoughtOf = {
  readonly model: string;
  /** Prompt and answer together. */
  readonly tokens: number;
  /** Absent: what is asked is not known. */
  readonly request: Ask | undefined;
  readonly prices: readonly Price[];
};

/**
 * What a proxy would reserve for the call on this member at a moment (Unix ms). Nobody said how many of the tokens are the answer's: their cost
 * is that of the dearest split that the request's own limit lets be.
 */
export function expectedUse({ model, tokens, request, prices }: ThoughtOf, member: PoolMember, atMs: number): Spent {
  const use = { requests: 1, tokens, cost: 0 };
  if (!member.key.limits.some(({ metric }) => metric === 'cost')) return use;
  const price = priceOn(member, model, (target) => priceInForce(prices, target, atMs));
  if (price === undefined) return use;
  const answerTokens = Math.min(tokens, (request && answerTokensOf(request)) ?? tokens);
  const costs = [0, answerTokens].map((completionTokens) =>
    Number(costOf(price, usageOf({ promptTokens: tokens - completionTokens, completionTokens }))),
  );
  return { ...use, cost: Math.max(...costs) };
}
