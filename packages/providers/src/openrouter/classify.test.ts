import { classOf } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { type Case, expectFailure } from '../conformance/failure-case.ts';
import { openRouter } from './index.ts';

const says = (
  status: number,
  message: string,
  metadata: object = {},
  headers: Readonly<Record<string, string>> = {},
) => ({
  status,
  headers,
  body: { error: { message, code: status, metadata }, user_id: 'user_X' },
});

const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
const resetsAt = (ms: number) => ({
  headers: { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(Date.parse(date) + ms) },
});

const cases: readonly Case[] = [
  ['no credentials', says(401, 'No auth credentials found'), 'key-rejected', 'key'],
  ['a disabled key', says(401, 'API key disabled or expired'), 'key-rejected', 'key'],
  ['no credits', says(402, 'Insufficient credits. Add more.'), 'quota-exhausted', 'account'],
  [
    'a budget in flight, for a moment',
    says(402, 'In-flight budget exhausted', { limit_source: 'openrouter_in_flight_budget' }, { 'retry-after': '5' }),
    'rate-limited',
    'account',
    { retryAfterMs: 5000 },
  ],
  [
    'a request larger than the credit',
    says(402, 'This request requires more credits. You requested up to 64000 tokens, but can only afford 12000.'),
    'request-too-large',
    'size',
    { code: 'request_too_large' },
  ],
  [
    "a key's daily limit",
    says(403, 'Key limit exceeded (daily limit).'),
    'quota-exhausted',
    'key',
    { resets: { period: 'day', timeZone: 'UTC' } },
  ],
  ["a key's total limit", says(403, 'Key limit exceeded (total limit).'), 'quota-exhausted', 'key'],
  [
    'moderation',
    says(403, 'Your input was flagged', { reasons: ['violence'], flagged_input: '…' }),
    'request-rejected',
    'request',
    { code: 'content_policy_violation' },
  ],
  [
    'an unknown user, as when its accounts are out',
    says(401, 'User not found.'),
    'key-rejected',
    'key',
    { unclear: true },
  ],
  ['a region', says(403, 'This model is not available in your region'), 'model-denied', 'provider-model'],
  [
    'free requests per day',
    says(429, 'Rate limit exceeded: free-models-per-day. ', resetsAt(3_600_000), { date }),
    'quota-exhausted',
    'account-model',
    { retryAfterMs: 3_600_000, resets: { period: 'day', timeZone: 'UTC' } },
  ],
  [
    'free requests per minute',
    says(429, 'Rate limit exceeded: free-models-per-min. ', resetsAt(41_000), { date }),
    'rate-limited',
    'account-model',
    { retryAfterMs: 41_000 },
  ],
  [
    'a limit of the provider behind it',
    says(429, 'Provider returned error', {
      raw: 'deepseek is temporarily rate-limited upstream.',
      provider_name: 'Chutes',
    }),
    'overloaded',
    'provider-model',
  ],
  [
    'a refusal of the provider behind it is read in its own words',
    says(400, 'Provider returned error', {
      raw: '{"error":{"message":"Invalid schema for response_format","type":"invalid_request_error","param":"response_format","code":null}}',
    }),
    'request-rejected',
    'request',
    { code: null },
  ],
  [
    'an unknown model',
    says(400, 'foo/bar is not a valid model ID'),
    'request-rejected',
    'request',
    { code: 'model_not_found' },
  ],
  [
    'a context that is too long',
    says(400, "This endpoint's maximum context length is 131072 tokens.", { error_type: 'context_length_exceeded' }),
    'request-rejected',
    'request',
    { code: 'context_length_exceeded' },
  ],
  [
    'an account that shares no data',
    says(404, 'No endpoints found matching your data policy'),
    'model-denied',
    'account-model',
  ],
  [
    'no endpoint that can do it',
    says(404, 'No endpoints found that support tool use.'),
    'request-rejected',
    'request',
    { code: 'model_not_found' },
  ],
  [
    'no provider for the model',
    says(503, 'There is no available model provider', { error_type: 'provider_overloaded' }, { 'retry-after': '10' }),
    'overloaded',
    'provider-model',
    { retryAfterMs: 10_000 },
  ],
];

describe('an error of OpenRouter', () => {
  it.each(cases.map((one) => [one[0], one] as const))('%s', (_promise, one) => {
    expectFailure(openRouter, one);
  });

  it('may be of any class', () => {
    expect(new Set(cases.map(([, , kind]) => classOf({ kind })))).toEqual(
      new Set(['transient', 'exhausted', 'rejected', 'fatal']),
    );
  });
});
