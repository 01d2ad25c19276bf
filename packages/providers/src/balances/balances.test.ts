import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf } from './balance-of.ts';
import type { BalanceReader } from './balance-reader.ts';

const readerOf = (provider: 'openrouter' | 'openai_compatible', baseUrl: string, vendor = 'v'): BalanceReader => {
  const reader = balanceOf({ provider, vendor, baseUrl });
  if (reader === undefined) throw new Error('no reader');
  return reader;
};
const openRouter = readerOf('openrouter', 'https://openrouter.ai/api/v1');
const deepSeek = readerOf('openai_compatible', 'https://api.deepseek.com/v1');
/** A Thursday. */
const nowMs = Date.UTC(2026, 0, 1, 12);
const hourMs = 3_600_000;

describe("OpenRouter's GET /key", () => {
  const read = (data: object) => openRouter.read(JSON.stringify({ data }), nowMs);

  it('tells the cap of the key, and what free models have left today', () => {
    expect(
      read({
        limit: 25,
        limit_remaining: 12.5,
        limit_reset: 'monthly',
        free_model_daily_requests: { used: 12, limit: 1000, remaining: 988 },
      }),
    ).toMatchObject({
      told: [
        { metric: 'cost', period: 'month', refill: 'calendar', limit: 25e9, remaining: 12.5e9, source: 'poll' },
        { metric: 'requests', period: 'day', limit: 1000, remaining: 988, model: '*:free' },
      ],
      exhausted: undefined,
    });
  });

  it.each([
    ['daily', 12 * hourMs],
    ['weekly', 84 * hourMs],
    ['monthly', 30 * 24 * hourMs + 12 * hourMs],
    [null, null],
  ])('tells a key without anything left, until its %s reset', (limit_reset, resetsInMs) => {
    expect(read({ limit: 25, limit_remaining: 0, limit_reset })?.exhausted).toMatchObject({ resetsInMs });
    expect(read({ limit: 25, limit_remaining: -0.1, limit_reset })?.exhausted).toMatchObject({ resetsInMs });
  });

  it('tells nothing of a key without a cap', () => {
    expect(read({ limit: null, limit_remaining: null, usage: 12 })).toEqual({ told: [], exhausted: undefined });
  });

  it("proves over what was said of the key's limit, and not of the account's credit", () => {
    expect(openRouter.ends("key's monthly limit")).toBe(true);
    expect(openRouter.ends('no credits left')).toBe(false);
  });
});

describe("DeepSeek's GET /user/balance", () => {
  it('lies at the root of the host', () => {
    expect(deepSeek.root('https://api.deepseek.com/v1')).toBe('https://api.deepseek.com');
    expect(deepSeek.request('sk').path).toBe('/user/balance');
  });

  it('is decided by its own word', () => {
    const read = (is_available: boolean) => deepSeek.read(JSON.stringify({ is_available, balance_infos: [] }), nowMs);
    expect(read(true)?.exhausted).toBeUndefined();
    expect(read(false)?.exhausted).toEqual({ reason: 'no balance left', resetsInMs: null });
  });

  it('is asked of that vendor alone', () => {
    const base = { provider: 'openai_compatible', baseUrl: 'http://127.0.0.1:1/v1' } as const;
    expect(balanceOf({ ...base, vendor: 'deepseek' })).toBe(deepSeek);
    expect(balanceOf({ ...base, vendor: 'groq' })).toBeUndefined();
  });
});

it('whatever comes instead of a balance is no exception', () => {
  const data = fc.json().map((json) => `{"data":${json},"is_available":1}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), data), (body) => {
      for (const reader of [openRouter, deepSeek]) {
        const { told = [] } = reader.read(body, nowMs) ?? {};
        for (const { limit = 0, remaining = 0 } of told)
          expect([limit, remaining].every((figure) => Number.isSafeInteger(figure))).toBe(true);
      }
    }),
  );
});
