import { classOf, type Failure } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';

/** Words that rules look for, and names that every object has. */
const words = fc.constantFrom(
  'error',
  'message',
  'code',
  'type',
  'status',
  'details',
  'metadata',
  'headers',
  'raw',
  'violations',
  'retryDelay',
  '429',
  'insufficient_quota',
  'invalid_api_key',
  'try again in ',
  '1e999s',
  'limit: 0',
  '\uD800',
  '\u0000',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  words,
  fc.array(words).map((list) => list.join('')),
);
const anyJson = fc.object({ key: words, values: [anyText, fc.double(), fc.boolean(), fc.constant(null)], maxDepth: 5 });
const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('utf8'));
const anyBody = fc.oneof(
  anyBytes,
  anyText,
  anyJson.map((value) => JSON.stringify(value)),
  anyJson.map((value) => JSON.stringify({ error: { message: JSON.stringify(value) } })),
  anyJson.map((value) => `event: error\ndata: ${JSON.stringify([value])}\n\n`),
);
const headerNames = ['retry-after', 'retry-after-ms', 'date', 'content-type', 'cf-mitigated', 'ratelimit'].concat(
  ['limit', 'remaining', 'reset'].flatMap((part) => [
    `x-ratelimit-${part}`,
    `x-ratelimit-${part}-requests`,
    `x-ratelimit-${part}-tokens-day`,
    `anthropic-ratelimit-tokens-${part}`,
  ]),
);
const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.bigInt()).map(String);
const anyHeaders = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.oneof(
    anyText,
    anyNumber,
    anyNumber.map((number) => `${number}s`),
    fc.date().map(String),
  ),
);

/** A failure that everything after it can work with. */
function expectWhole(failure: Failure): void {
  expect(classOf(failure)).toMatch(/./);
  expect(failure.scope).toMatch(/./);
  expect(failure.reason).toMatch(/./);
  expect(failure.reason.length).toBeLessThan(200);
  const { retryAfterMs } = failure;
  if (retryAfterMs === null) return;
  expect(Number.isSafeInteger(retryAfterMs)).toBe(true);
  expect(retryAfterMs).toBeGreaterThan(0);
  expect(retryAfterMs).toBeLessThanOrEqual(32 * 86_400_000);
}

describe.each(Object.values(providers).map((provider) => [provider.name, provider] as const))('%s', (_, provider) => {
  it('finds a class for any status, headers and bytes, and throws at none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), anyHeaders, anyBody, (status, headers, body) => {
        expectWhole(provider.classify({ at: 'response', status, headers, body }));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds a class for whatever a stream may hold', () => {
    fc.assert(
      fc.property(fc.oneof(anyBody, anyJson, fc.anything()), (payload) => {
        expectWhole(provider.classify({ at: 'stream', payload }));
      }),
      { numRuns: 500 },
    );
  });

  it('finds a class for whatever a connection may end with', () => {
    fc.assert(
      fc.property(anyText, anyText, (errorCode, message) => {
        expectWhole(provider.classify({ at: 'transport', errorCode, message }));
      }),
    );
  });

  it('reads limits and accounts in anything, and believes in no figure that is none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), anyHeaders, anyBody, (status, headers, body) => {
        for (const { limit = 1, remaining = 0, resetsInMs = 0 } of provider.limits.read({
          model: 'm',
          status,
          headers,
          body,
        })) {
          expect(limit).toBeGreaterThan(0);
          for (const figure of [limit, remaining, resetsInMs])
            expect(Number.isFinite(figure) && figure >= 0).toBe(true);
        }
        expect(provider.account({ headers, body })?.length ?? 1).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
