import type { Failure } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

const fail = (status: number, type: string, message: string, headers: Record<string, string> = {}) =>
  classify({
    at: 'response',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' }),
  });

describe('what an error of Anthropic means', () => {
  it.each([
    [
      429,
      'rate_limit_error',
      "exceed your organization's rate limit of 30,000 input tokens per minute",
      'rate-limited',
      'account-model',
    ],
    [
      429,
      'rate_limit_error',
      "exceed your organization's rate limit of 50 requests per minute",
      'rate-limited',
      'account-model',
    ],
    [429, 'rate_limit_error', "exceed your account's rate limit. Please try again later.", 'rate-limited', 'account'],
    [
      429,
      'rate_limit_error',
      'Number of concurrent connections has exceeded your rate limit.',
      'rate-limited',
      'account',
    ],
    [429, 'rate_limit_error', 'Rate limited', 'rate-limited', 'account-model'],
    [429, 'rate_limit_error', 'You have reached your API usage limits', 'quota-exhausted', 'account'],
    [
      400,
      'invalid_request_error',
      'You have reached your specified workspace API usage limits.',
      'quota-exhausted',
      'account',
    ],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API.',
      'quota-exhausted',
      'account',
    ],
    [402, 'billing_error', 'Payment required', 'quota-exhausted', 'account'],
    [429, 'rate_limit_error', 'Extra usage is required for long context requests.', 'request-too-large', 'size'],
    [401, 'authentication_error', 'invalid x-api-key', 'key-rejected', 'key'],
    [401, 'authentication_error', 'OAuth token has expired.', 'key-rejected', 'key'],
    [400, 'invalid_request_error', 'This organization has been disabled.', 'key-rejected', 'account'],
    [
      403,
      'permission_error',
      'Your API key does not have permission to use the specified resource.',
      'model-denied',
      'key-model',
    ],
    [403, 'forbidden', 'Request not allowed', 'refused-here', 'egress'],
    [404, 'not_found_error', 'model: claude-none', 'model-denied', 'account-model'],
    [404, 'not_found_error', 'Not Found', 'refused-here', 'provider'],
    [400, 'invalid_request_error', 'messages.4: `tool_use` ids were found without', 'request-rejected', 'request'],
    [409, 'conflict_error', 'The request conflicts', 'request-rejected', 'request'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'request-too-large', 'request'],
    [500, 'api_error', 'Internal server error', 'server-error', 'provider'],
    [504, 'timeout_error', 'Request timed out', 'timed-out', 'request'],
    [529, 'overloaded_error', 'Overloaded', 'overloaded', 'provider-model'],
    [418, 'of_tomorrow', 'Short and stout', 'request-rejected', 'request'],
  ] as [number, string, string, Failure['kind'], Failure['scope']][])(
    '%i %s: %s',
    (status, type, message, kind, scope) => {
      expect(fail(status, type, message)).toMatchObject({ kind, scope, status });
    },
  );

  it('takes an unknown 401 for unclear, so that no key is lost to it', () => {
    expect(fail(401, 'authentication_error', 'Try again')).toMatchObject({ kind: 'key-rejected', unclear: true });
    expect(fail(401, 'authentication_error', 'invalid x-api-key').unclear).toBeUndefined();
  });

  it('tells the client OpenAI’s own codes', () => {
    expect(fail(400, 'invalid_request_error', 'prompt is too long: 207791 tokens > 200000 maximum').answer).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
      param: 'messages',
      message: 'prompt is too long: 207791 tokens > 200000 maximum',
    });
    expect(fail(400, 'invalid_request_error', 'max_tokens: 100000 > 8192, which is the maximum').answer).toMatchObject({
      code: 'invalid_value',
      param: 'max_tokens',
    });
  });
});

describe('how long to stay away', () => {
  it('is what the header says', () => {
    expect(fail(429, 'rate_limit_error', 'Rate limited', { 'retry-after': '41' }).retryAfterMs).toBe(41_000);
  });

  it('is the reset of the empty bucket where no header says more', () => {
    const headers = {
      date: 'Fri, 01 May 2026 12:00:00 GMT',
      'anthropic-ratelimit-requests-remaining': '9',
      'anthropic-ratelimit-requests-reset': '2026-05-01T12:30:00Z',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-05-01T12:00:41Z',
    };
    expect(fail(429, 'rate_limit_error', 'Rate limited', headers).retryAfterMs).toBe(41_000);
  });

  it('is up to the date in the text for a spend limit, else to the first of the month', () => {
    const text = 'You have reached your API usage limits. You will regain access on 2026-05-02 at 00:00 UTC.';
    const limit = fail(400, 'invalid_request_error', text, { date: 'Fri, 01 May 2026 12:00:00 GMT' });
    expect(limit).toMatchObject({ kind: 'quota-exhausted', retryAfterMs: 43_200_000 });
    expect(fail(429, 'rate_limit_error', 'You have reached your API usage limits')).toMatchObject({
      retryAfterMs: null,
      resets: { period: 'month', timeZone: 'UTC' },
    });
  });
});
