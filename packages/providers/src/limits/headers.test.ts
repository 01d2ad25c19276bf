import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';

const ok = (headers: Readonly<Record<string, string>>) => ({ model: 'gpt-4o', status: 200, headers, body: '' });
const openAi = (kind: string, limit: string, remaining: string, reset: string) => ({
  [`x-ratelimit-limit-${kind}`]: limit,
  [`x-ratelimit-remaining-${kind}`]: remaining,
  [`x-ratelimit-reset-${kind}`]: reset,
});

describe('headers of OpenAI', () => {
  const read = (headers: Readonly<Record<string, string>>) => providers.openai.limits.read(ok(headers));

  it.each([
    ['of a minute where a slot comes back in its share of one', openAi('requests', '500', '499', '120ms'), 'minute'],
    ['of a day where it takes longer', openAi('requests', '200', '199', '7m12s'), 'day'],
    ['of a day where one slot of many comes back in seconds', openAi('requests', '10000', '9999', '8.64s'), 'day'],
    ['of a minute for tokens that are back within one', openAi('tokens', '30000', '28411', '3.178s'), 'minute'],
    ['of a day, exhausted, with the time of one slot', openAi('requests', '200', '0', '7m12s'), 'day'],
  ])('tell a limit %s', (_, headers, period) => {
    expect(read(headers)).toMatchObject([{ period, refill: 'drip', model: 'gpt-4o', source: 'header' }]);
  });

  it('tell amounts and the time until the bucket is full', () => {
    expect(read(openAi('requests', '60', '30', '30s'))).toEqual([
      {
        metric: 'requests',
        period: 'minute',
        refill: 'drip',
        limit: 60,
        remaining: 30,
        resetsInMs: 30_000,
        model: 'gpt-4o',
        source: 'header',
        confidence: 'inferred',
      },
    ]);
  });

  it('are of the family of a dated model', () => {
    const told = providers.openai.limits.read({
      ...ok(openAi('requests', '60', '30', '30s')),
      model: 'gpt-4.1-2025-04-14',
    });
    expect(told[0]?.model).toBe('gpt-4.1');
  });

  it.each([
    ['a full bucket', openAi('tokens', '40000', '40000', '0s')],
    ['a limit of nothing', openAi('requests', '0', '0', '0s')],
    ['words', openAi('requests', 'many', 'some', 'soon')],
    ['negative figures', openAi('requests', '-1', '-1', '-1')],
    ['figures beyond all measure', openAi('requests', '9'.repeat(400), '1', '1s')],
    ['nothing', {}],
  ])('that tell %s tell no limit', (_, headers) => {
    expect(read(headers)).toEqual([]);
  });
});

describe('headers of compatible servers', () => {
  const read = (headers: Readonly<Record<string, string>>) => providers.openai_compatible.limits.read(ok(headers));

  it('of Groq tell requests of a day and tokens of a minute', () => {
    const headers = {
      ...openAi('requests', '14400', '14370', '2m59.56s'),
      ...openAi('tokens', '6000', '5997', '30ms'),
    };
    expect(read(headers)).toMatchObject([
      { metric: 'requests', period: 'day', limit: 14_400, remaining: 14_370 },
      { metric: 'tokens', period: 'minute', limit: 6000, remaining: 5997 },
    ]);
  });

  it('of Cerebras carry the period in their names and bare seconds', () => {
    const day = openAi('requests-day', '14400', '14399', '33011.382867');
    const minute = openAi('tokens-minute', '60000', '59900', '11.38');
    expect(read({ ...day, ...minute })).toMatchObject([
      { metric: 'requests', period: 'day', refill: 'window', resetsInMs: 33_011_383, confidence: 'told' },
      { metric: 'tokens', period: 'minute', refill: 'window', resetsInMs: 11_380 },
    ]);
  });

  it('of Mistral tell requests and tokens of a minute without a reset, and tokens of a month', () => {
    expect(
      read({
        'x-ratelimit-limit-req-minute': '60',
        'x-ratelimit-remaining-req-minute': '0',
        'x-ratelimit-tokens-query-cost': '50',
        'x-ratelimitbysize-limit-month': '1000000000',
        'x-ratelimitbysize-remaining-month': '0',
      }),
    ).toMatchObject([
      { metric: 'requests', period: 'minute', refill: 'drip', remaining: 0 },
      { metric: 'tokens', period: 'month', refill: 'calendar', timeZone: 'UTC', remaining: 0 },
    ]);
  });

  it('of Together name requests alone, until a moment', () => {
    expect(read({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' })).toMatchObject([
      { metric: 'requests', period: 'unknown', refill: 'window', remaining: 0, resetsInMs: 1000 },
    ]);
  });

  it('of Azure tell what is left without the limit', () => {
    const headers = {
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '7',
      'x-ratelimit-remaining-requests': '12',
    };
    expect(read(headers)).toEqual([
      {
        metric: 'tokens',
        period: 'unknown',
        refill: 'window',
        remaining: 0,
        resetsInMs: 7000,
        model: 'gpt-4o',
        source: 'header',
        confidence: 'told',
      },
    ]);
  });
});

describe('headers of Anthropic', () => {
  const bucket = (kind: string, limit: number, remaining: number, reset: string) => ({
    [`anthropic-ratelimit-${kind}-limit`]: String(limit),
    [`anthropic-ratelimit-${kind}-remaining`]: String(remaining),
    [`anthropic-ratelimit-${kind}-reset`]: reset,
  });

  it("count from the answer's own date, for all models of a class", () => {
    const headers = {
      date: 'Fri, 01 May 2026 12:00:00 GMT',
      ...bucket('requests', 50, 49, '2026-05-01T12:00:01Z'),
      ...bucket('input-tokens', 30_000, 0, '2026-05-01T12:00:41Z'),
      ...bucket('output-tokens', 8000, 8000, '2026-05-01T12:00:00Z'),
      ...bucket('tokens', 38_000, 8000, '2026-05-01T12:00:41Z'),
    };
    const told = providers.anthropic.limits.read({ ...ok(headers), model: 'claude-sonnet-4-5-20250929' });
    expect(told).toMatchObject([
      { metric: 'requests', limit: 50, remaining: 49, resetsInMs: 1000, period: 'minute', refill: 'drip' },
      { metric: 'input-tokens', limit: 30_000, remaining: 0, resetsInMs: 41_000 },
      { metric: 'output-tokens', limit: 8000, remaining: 8000, resetsInMs: 0 },
    ]);
    expect(new Set(told.map(({ model }) => model))).toEqual(new Set(['claude-sonnet-4*']));
  });
});

const names = [
  ...Object.keys({ ...openAi('requests', '', '', ''), ...openAi('tokens', '', '', '') }),
  'x-ratelimit-limit',
  'x-ratelimit-reset-tokens-day',
  'x-ratelimitbysize-remaining-month',
  'anthropic-ratelimit-input-tokens-reset',
  'retry-after',
  'date',
];

describe.each(Object.values(providers).map((provider) => [provider.name, provider] as const))(
  'whatever an answer of %s holds',
  (_, provider) => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.double().map(String),
      fc.constantFrom('0', '1', '500', '1s', '6m0s', '2026-05-01T12:00:00Z'),
    );
    const header = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 30 })), value);
    const body = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.json(),
      fc
        .json()
        .map(
          (inner) =>
            `{"error":{"message":"Limit 3","code":429,"details":[{"violations":${inner}}],"metadata":{"headers":${inner}}}}`,
        ),
    );

    it('it is read without an exception, and every figure is a whole amount or a time', () => {
      fc.assert(
        fc.property(
          fc.array(header, { maxLength: 12 }).map((entries) => Object.fromEntries(entries)),
          fc.constantFrom(200, 400, 402, 403, 413, 429, 503),
          body,
          fc.string(),
          (headers, status, text, model) => {
            for (const told of provider.limits.read({ model, status, headers, body: text })) {
              for (const figure of [told.limit, told.remaining]) expect(figure ?? 0).toSatisfy(Number.isSafeInteger);
              expect(told.limit).not.toBe(0);
              expect(told.resetsInMs ?? 0).toBeGreaterThanOrEqual(0);
              expect(told.resetsInMs ?? 0).toSatisfy(Number.isFinite);
            }
          },
        ),
      );
    });
  },
);
