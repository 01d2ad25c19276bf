import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceId } from './ids.ts';
import { formatUsd, parseUsd } from './money.ts';
import { costOf, type Price, priceInForce } from './price.ts';
import { usageOf } from './usage.ts';

const usd = (text: string): bigint => parseUsd(text) ?? 0n;
const price = (part: Partial<Price> = {}): Price => ({
  id: priceId('prc_1'),
  provider: 'openai',
  vendor: undefined,
  model: 'm',
  inputPerMillion: usd('2'),
  cachedInputPerMillion: usd('0.5'),
  outputPerMillion: usd('8'),
  perRequest: 0n,
  effectiveFromMs: 0,
  ...part,
});

describe('what a usage costs', () => {
  it('charges cached tokens at their own price, once', () => {
    const usage = usageOf({ promptTokens: 20_000, cachedTokens: 16_000, completionTokens: 1000 });
    expect(formatUsd(costOf(price(), usage))).toBe('0.024');
  });

  it('charges them as other input where no price for them is set', () => {
    const usage = usageOf({ promptTokens: 20_000, cachedTokens: 16_000, completionTokens: 1000 });
    expect(formatUsd(costOf(price({ cachedInputPerMillion: undefined }), usage))).toBe('0.048');
  });

  it('is never less than nothing, whatever a provider says of its cache', () => {
    const count = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(count, count, count, (promptTokens, cachedTokens, completionTokens) => {
        const usage = { ...usageOf({ promptTokens, completionTokens }), cachedTokens };
        expect(costOf(price(), usage)).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('adds up exactly over a thousand small requests', () => {
    const each = costOf(price({ inputPerMillion: usd('35') }), usageOf({ promptTokens: 1 }));
    expect(formatUsd(each * 1000n)).toBe('0.035');
  });

  it('adds the price of a request', () => {
    expect(costOf(price({ perRequest: usd('0.01') }), usageOf({}))).toBe(usd('0.01'));
  });
});

describe('the price in force', () => {
  const target = { provider: 'openai', vendor: 'mine', model: 'm' };

  it('is the latest that has begun', () => {
    const prices = [price({ effectiveFromMs: 10 }), price({ effectiveFromMs: 30 }), price({ effectiveFromMs: 20 })];
    expect(priceInForce(prices, target, 25)?.effectiveFromMs).toBe(20);
    expect(priceInForce(prices, target, 9)).toBeUndefined();
  });

  it("is the vendor's own before the provider's, even if that is newer", () => {
    const prices = [
      price({ effectiveFromMs: 50 }),
      price({ vendor: 'mine', effectiveFromMs: 1 }),
      price({ vendor: 'another', effectiveFromMs: 60 }),
    ];
    expect(priceInForce(prices, target, 100)?.vendor).toBe('mine');
  });
});
