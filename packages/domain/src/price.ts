import type { PriceId } from './ids.ts';
import type { NanoUsd } from './money.ts';
import type { Usage } from './usage.ts';

/** What an operator entered for one model of one provider or vendor. Prices are per million tokens, in nano-dollars. */
export type Price = {
  readonly id: PriceId;
  readonly provider: string;
  /** Absent: holds for every vendor of the provider. */
  readonly vendor: string | undefined;
  readonly model: string;
  readonly inputPerMillion: NanoUsd;
  /** Absent: cached tokens cost what other input costs. */
  readonly cachedInputPerMillion: NanoUsd | undefined;
  readonly outputPerMillion: NanoUsd;
  readonly perRequest: NanoUsd;
  /** Unix ms; the price holds for requests admitted from then on. */
  readonly effectiveFromMs: number;
};

type PricedTarget = { readonly provider: string; readonly vendor: string; readonly model: string };

/** Whether a price has begun and is this target's: of its vendor, or of all vendors. */
export const isPriceOf = (
  price: Pick<Price, 'provider' | 'model' | 'effectiveFromMs'> & { readonly vendor: string | null | undefined },
  target: PricedTarget,
  atMs: number,
): boolean =>
  price.provider === target.provider &&
  price.model === target.model &&
  price.effectiveFromMs <= atMs &&
  (price.vendor ?? target.vendor) === target.vendor;

/** The price in force at a moment: the vendor's own before the provider's, and of those the latest that has begun. */
export function priceInForce(prices: readonly Price[], target: PricedTarget, atMs: number): Price | undefined {
  let best: Price | undefined;
  for (const price of prices) {
    if (!isPriceOf(price, target, atMs)) continue;
    if (
      best === undefined ||
      rank(price) > rank(best) ||
      (rank(price) === rank(best) && price.effectiveFromMs >= best.effectiveFromMs)
    )
      best = price;
  }
  return best;
}

const rank = (price: Price): number => (price.vendor === undefined ? 0 : 1);

/** What a usage costs, rounded half up once to a whole nano-dollar. Cached tokens beyond the prompt are not charged. */
export function costOf(price: Price, usage: Usage): NanoUsd {
  const cached = BigInt(Math.min(usage.cachedTokens, usage.promptTokens));
  const fresh = BigInt(usage.promptTokens) - cached;
  const perMillion =
    fresh * price.inputPerMillion +
    cached * (price.cachedInputPerMillion ?? price.inputPerMillion) +
    BigInt(usage.completionTokens) * price.outputPerMillion;
  return (perMillion + 500_000n) / 1_000_000n + price.perRequest;
}
