import type { Failure, Json } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

const quotaExceeded = 'You exceeded your current quota, please check your plan and billing details.';

const fail = (code: number, status: string, message: string, ...details: readonly Json[]) =>
  classify({
    at: 'response',
    status: code,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ error: { code, message, status, details } }),
  });
const info = (reason: string) => ({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason });
const quota = (...violations: readonly (readonly [quotaId: string, quotaValue: string])[]) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: violations.map(([quotaId, quotaValue]) => ({ quotaId, quotaValue })),
});
const retry = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
const perMinute = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';
const perDay = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';

describe('which quota is used up is told by its name, not by the sentence that heads them all', () => {
  it.each([
    ['requests per minute', [quota([perMinute, '5']), retry('46s')], 'rate-limited', 'account-model', 46_000],
    [
      'tokens per minute',
      [retry('2s'), quota(['GenerateContentPaidTierInputTokensPerModelPerMinute', '1000000'])],
      'rate-limited',
      'account-model',
      2000,
    ],
    [
      'requests per day, named with the delay of a minute',
      [quota([perDay, '20'], [perMinute, '5']), retry('22s')],
      'quota-exhausted',
      'account-model',
      null,
    ],
    [
      'requests per day, with a delay up to the reset',
      [retry('35652s'), quota([perMinute, '5'], [perDay, '20'])],
      'quota-exhausted',
      'account-model',
      35_652_000,
    ],
    ['no quota for the model', [quota([perMinute, '0']), retry('45s')], 'model-denied', 'account-model', null],
  ] as [string, Json[], Failure['kind'], Failure['scope'], number | null][])(
    '%s',
    (_, details, kind, scope, retryAfterMs) => {
      expect(fail(429, 'RESOURCE_EXHAUSTED', quotaExceeded, ...details)).toMatchObject({ kind, scope, retryAfterMs });
    },
  );

  it('names the calendar on which a day’s quota comes back', () => {
    expect(fail(429, 'RESOURCE_EXHAUSTED', quotaExceeded, quota([perDay, '20']))).toMatchObject({
      resets: { period: 'day', timeZone: 'America/Los_Angeles' },
    });
  });

  it('takes a limit of 20 for a limit', () => {
    expect(fail(429, 'RESOURCE_EXHAUSTED', `${quotaExceeded}\n limit: 20, model: x`)).toMatchObject({
      kind: 'rate-limited',
    });
    expect(fail(429, 'RESOURCE_EXHAUSTED', `${quotaExceeded}\n limit: 0, model: x`)).toMatchObject({
      kind: 'model-denied',
    });
  });
});

describe('what an error of Gemini means', () => {
  it.each([
    [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).', [], 'rate-limited', 'account-model'],
    [429, 'RESOURCE_EXHAUSTED', 'Spend-based rate limit exceeded.', [], 'rate-limited', 'account'],
    [
      429,
      'RESOURCE_EXHAUSTED',
      'Your project has exceeded its monthly spending cap.',
      [],
      'quota-exhausted',
      'account',
    ],
    [429, 'RESOURCE_EXHAUSTED', 'No capacity', [info('MODEL_CAPACITY_EXHAUSTED')], 'overloaded', 'provider-model'],
    [400, 'INVALID_ARGUMENT', 'API key not valid.', [info('API_KEY_INVALID')], 'key-rejected', 'key'],
    [400, 'INVALID_ARGUMENT', 'API key expired. Please renew the API key.', [], 'key-rejected', 'key'],
    [403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.', [], 'key-rejected', 'key'],
    [403, 'PERMISSION_DENIED', 'Consumer has been suspended.', [info('CONSUMER_SUSPENDED')], 'key-rejected', 'account'],
    [403, 'PERMISSION_DENIED', 'It is disabled.', [info('SERVICE_DISABLED')], 'key-rejected', 'account'],
    [403, 'PERMISSION_DENIED', 'Blocked.', [info('API_KEY_SERVICE_BLOCKED')], 'key-rejected', 'key'],
    [403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers", [], 'key-rejected', 'key'],
    [
      403,
      'PERMISSION_DENIED',
      'You do not have permission to access tuned model x.',
      [],
      'model-denied',
      'account-model',
    ],
    [401, 'UNAUTHENTICATED', 'Expected OAuth 2 access token', [], 'key-rejected', 'key'],
    [400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.', [], 'refused-here', 'egress'],
    [
      400,
      'FAILED_PRECONDITION',
      'Gemini API free tier is not available in your country.',
      [],
      'key-rejected',
      'account',
    ],
    [404, 'NOT_FOUND', 'models/x is not found for API version v1beta', [], 'model-denied', 'account-model'],
    [400, 'INVALID_ARGUMENT', 'Unsupported MIME type: png', [], 'request-rejected', 'request'],
    [499, 'CANCELLED', 'The operation was cancelled.', [], 'timed-out', 'request'],
    [500, 'INTERNAL', 'An internal error has occurred.', [], 'server-error', 'provider'],
    [503, 'UNAVAILABLE', 'The model is overloaded.', [], 'overloaded', 'provider-model'],
    [504, 'DEADLINE_EXCEEDED', 'unable to finish processing within the deadline', [], 'timed-out', 'request'],
  ] as [number, string, string, Json[], Failure['kind'], Failure['scope']][])(
    '%i %s: %s',
    (code, status, message, details, kind, scope) => {
      expect(fail(code, status, message, ...details)).toMatchObject({ kind, scope, status: code });
    },
  );

  it('tells the client OpenAI’s own code for a prompt that is too long', () => {
    const text = 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).';
    expect(fail(400, 'INVALID_ARGUMENT', text).answer).toMatchObject({ code: 'context_length_exceeded' });
  });

  it('keeps no key that an error repeats', () => {
    const key = `AIza${'x'.repeat(35)}`;
    const failure = fail(400, 'INVALID_ARGUMENT', `Bad request by api_key:${key}`);
    expect(JSON.stringify(failure)).not.toContain(key);
  });
});
