import { classOf } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { type Case, expectFailure, openAiError } from '../conformance/failure-case.ts';
import { openai } from './index.ts';

const limit = 'Rate limit reached for gpt-4o in organization org-X on';

const cases: readonly Case[] = [
  [
    'requests per minute, with the wait in a header',
    openAiError(
      429,
      `${limit} requests per min (RPM): Limit 3, Used 3. Please try again in 20s.`,
      'rate_limit_exceeded',
      'requests',
      {
        'retry-after': '20',
      },
    ),
    'rate-limited',
    'account-model',
    { retryAfterMs: 20_000 },
  ],
  [
    'tokens per minute, below a second',
    openAiError(
      429,
      `${limit} tokens per min (TPM): Limit 30000. Please try again in 174ms.`,
      'rate_limit_exceeded',
      'tokens',
      {
        'retry-after-ms': '174',
      },
    ),
    'rate-limited',
    'account-model',
    { retryAfterMs: 174 },
  ],
  [
    'requests per day drip back, not at midnight',
    openAiError(
      429,
      `${limit} requests per day (RPD): Limit 200. Please try again in 7m12s.`,
      'rate_limit_exceeded',
      'requests',
    ),
    'rate-limited',
    'account-model',
    { retryAfterMs: 432_000 },
  ],
  [
    'one request larger than the limit',
    openAiError(
      429,
      'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 31538.',
      'rate_limit_exceeded',
      'tokens',
    ),
    'request-too-large',
    'size',
    { code: 'request_too_large', retryAfterMs: null },
  ],
  ['slow down', openAiError(429, 'Slow down.', 'slow_down', 'rate_limit_error'), 'rate-limited', 'account'],
  [
    'no quota left',
    openAiError(
      429,
      'You exceeded your current quota, please check your plan.',
      'insufficient_quota',
      'insufficient_quota',
    ),
    'quota-exhausted',
    'account',
  ],
  [
    "a project's spend limit, until the month ends",
    openAiError(429, 'Your project has reached its monthly spend limit.', 'project_spend_limit_exceeded'),
    'quota-exhausted',
    'account',
    { resets: { period: 'month', timeZone: 'UTC' } },
  ],
  [
    'billing not active',
    openAiError(429, 'Your account is not active.', 'billing_not_active'),
    'quota-exhausted',
    'account',
  ],
  [
    'a hard billing limit with 400',
    openAiError(400, 'Billing hard limit.', 'billing_hard_limit_reached'),
    'quota-exhausted',
    'account',
  ],
  [
    'a wrong key',
    openAiError(401, 'Incorrect API key provided: sk-ab***yz.', 'invalid_api_key'),
    'key-rejected',
    'key',
  ],
  ['a closed account', openAiError(401, 'The account was closed.', 'account_deactivated'), 'key-rejected', 'account'],
  [
    'a closed account without a code',
    openAiError(403, 'This key is associated with a deactivated account.', null, 'requests'),
    'key-rejected',
    'account',
  ],
  [
    'no such organization with 400',
    openAiError(400, 'No such organization: org-X.', 'invalid_organization'),
    'key-rejected',
    'key',
  ],
  ['a bare 401 is unclear', openAiError(401, 'No.'), 'key-rejected', 'key', { unclear: true }],
  ['a bare 403 is unclear', openAiError(403, 'No.'), 'key-rejected', 'key', { unclear: true }],
  [
    'a region, whatever key',
    openAiError(403, 'Country, region, or territory not supported', 'unsupported_country_region_territory'),
    'refused-here',
    'egress',
  ],
  [
    'an organization that is not verified for a model',
    openAiError(400, 'Your organization must be verified to stream this model.', 'unsupported_value'),
    'model-denied',
    'account-model',
  ],
  [
    'a model that is not there or not allowed',
    openAiError(404, 'The model `x` does not exist.', 'model_not_found'),
    'model-denied',
    'key-model',
  ],
  ['a wrong address', openAiError(404, 'Invalid URL (POST /v1/v1/chat/completions)'), 'refused-here', 'provider'],
  [
    'a parameter that the model refuses',
    openAiError(400, "Unsupported parameter: 'max_tokens'.", 'unsupported_parameter'),
    'request-rejected',
    'request',
    { code: 'unsupported_parameter' },
  ],
  [
    'a prompt that is too long',
    openAiError(400, "This model's maximum context length is 8192 tokens.", 'context_length_exceeded'),
    'request-rejected',
    'request',
    { code: 'context_length_exceeded' },
  ],
  [
    'a prompt against the policy',
    openAiError(400, 'Invalid prompt: your prompt was flagged.', 'invalid_prompt'),
    'request-rejected',
    'request',
    { code: 'content_policy_violation' },
  ],
  [
    'an error of the server',
    openAiError(500, 'The server had an error.', null, 'server_error'),
    'server-error',
    'provider',
  ],
  [
    'an overloaded engine',
    openAiError(503, 'The engine is currently overloaded.', null, 'server_error'),
    'overloaded',
    'provider-model',
  ],
  ['an unknown 4xx is the request', openAiError(418, 'I am a teapot.'), 'request-rejected', 'request', { code: null }],
  ['an unknown 5xx is the provider', openAiError(599, 'Odd.'), 'server-error', 'provider'],
];

describe('an error of OpenAI', () => {
  it.each(cases.map((one) => [one[0], one] as const))('%s', (_promise, one) => {
    expectFailure(openai, one);
  });

  it('may be of any class', () => {
    expect(new Set(cases.map(([, , kind]) => classOf({ kind })))).toEqual(
      new Set(['transient', 'exhausted', 'rejected', 'fatal']),
    );
  });
});
