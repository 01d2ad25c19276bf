import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';

const refusal = (body: object, headers: Readonly<Record<string, string>> = {}, status = 429) => ({
  model: 'm',
  status,
  headers,
  body: JSON.stringify(body),
});
const says = (message: string) => refusal({ error: { message, type: 'requests', code: 'rate_limit_exceeded' } });

describe("an error's words", () => {
  it.each([
    [
      'on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
      { metric: 'requests', period: 'minute', limit: 3, remaining: 0 },
    ],
    [
      'on tokens per min (TPM): Limit 30000, Used 29930, Requested 157.',
      { metric: 'tokens', period: 'minute', limit: 30_000, remaining: 70 },
    ],
    [
      'on requests per day (RPD): Limit 200. Please try again in 7m12s.',
      { metric: 'requests', period: 'day', limit: 200, remaining: 0 },
    ],
    [
      'on requests per min. Limit: 3 / min. Please try again in 20s.',
      { metric: 'requests', period: 'minute', limit: 3, remaining: 0 },
    ],
  ])('tell the limit that stood in the way: %s', (words, told) => {
    const message = `Rate limit reached for m in organization org-X ${words}`;
    expect(providers.openai.limits.read(says(message))).toMatchObject([
      { ...told, refill: 'drip', source: 'error', confidence: 'told' },
    ]);
  });

  it('tell what the headers of Groq do not', () => {
    const message =
      'Rate limit reached for model `m` in organization `org_X` on tokens per day (TPD): Limit 100000, Used 97050, Requested 3619.';
    expect(providers.openai_compatible.limits.read(says(message))).toMatchObject([
      { metric: 'tokens', period: 'day', limit: 100_000, remaining: 2950 },
    ]);
  });

  it('tell a limit, and nothing of what is left, where one request is larger than it', () => {
    const [told] = providers.openai.limits.read(
      says('Request too large for m on tokens per min (TPM): Limit 30000, Requested 31538.'),
    );
    expect(told).toMatchObject({ limit: 30_000 });
    expect(told).not.toHaveProperty('remaining');
  });

  it('are believed before headers that say otherwise', () => {
    const headers = {
      'x-ratelimit-limit-tokens': '200000',
      'x-ratelimit-remaining-tokens': '180000',
      'x-ratelimit-reset-tokens': '6s',
    };
    const message = 'Rate limit reached on tokens per min (TPM): Limit 30000, Used 29930, Requested 157.';
    expect(providers.openai.limits.read({ ...says(message), headers })).toMatchObject([{ limit: 30_000 }]);
  });

  it('of Anthropic and Together are understood too', () => {
    const anthropic = 'This request would exceed the rate limit of 30,000 input tokens per minute.';
    expect(providers.anthropic.limits.read(says(anthropic))).toMatchObject([
      { metric: 'input-tokens', period: 'minute', limit: 30_000 },
    ]);
    const together = 'You have been rate limited. Your rate limit is 60 queries per minute.';
    expect(providers.openai_compatible.limits.read(says(together))).toMatchObject([
      { metric: 'requests', period: 'minute', limit: 60, remaining: 0 },
    ]);
  });
});

const violation = (quotaId: string, quotaValue?: string) => ({
  quotaId,
  ...(quotaValue === undefined ? {} : { quotaValue }),
});
const quotas = (retryDelay: string, ...violations: readonly object[]) =>
  refusal({
    error: {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations },
      ],
    },
  });

describe('the quotas that Gemini names', () => {
  it('tell each limit with its own calendar or window', () => {
    expect(
      providers.gemini.limits.read(
        quotas(
          '10s',
          violation('GenerateRequestsPerDayPerProjectPerModel-FreeTier', '50'),
          violation('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', '5'),
          violation('GenerateContentInputTokensPerModelPerMinute-FreeTier', '250000'),
        ),
      ),
    ).toMatchObject([
      {
        metric: 'requests',
        period: 'day',
        refill: 'calendar',
        timeZone: 'America/Los_Angeles',
        limit: 50,
        remaining: 0,
      },
      { metric: 'requests', period: 'minute', refill: 'window', limit: 5, remaining: 0, resetsInMs: 10_000 },
      { metric: 'input-tokens', period: 'minute', limit: 250_000 },
    ]);
  });

  it('are no limits where they are of nothing, or their value is missing', () => {
    const id = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';
    expect(providers.gemini.limits.read(quotas('45s', violation(id), violation(id, '0')))).toEqual([]);
  });
});

describe('what OpenRouter repeats in its errors', () => {
  const free = (words: string, limit: string) =>
    refusal(
      {
        error: {
          message: `Rate limit exceeded: ${words}. `,
          code: 429,
          metadata: {
            headers: { 'X-RateLimit-Limit': limit, 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767182460000' },
          },
        },
      },
      { date: 'Wed, 31 Dec 2025 12:00:00 GMT' },
    );

  it('tells the minute and the day of all free models together', () => {
    const read = (words: string, limit: string) =>
      providers.openrouter.limits.read({ ...free(words, limit), model: 'x/y:free' });
    expect(read('free-models-per-min', '20')).toMatchObject([
      { metric: 'requests', period: 'minute', refill: 'window', limit: 20, resetsInMs: 60_000, model: '*:free' },
    ]);
    expect(read('free-models-per-day-high-balance', '1000')).toMatchObject([
      { metric: 'requests', period: 'day', refill: 'calendar', timeZone: 'UTC', limit: 1000, remaining: 0 },
    ]);
  });
});
