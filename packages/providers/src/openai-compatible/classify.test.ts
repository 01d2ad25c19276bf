import { classOf } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { type Case, expectFailure, openAiError } from '../conformance/failure-case.ts';
import { openAiCompatible } from './index.ts';

const flat = (status: number, code: string, error: string) => ({ status, body: { code, error } });

const cases: readonly Case[] = [
  [
    'Azure: the deployment, with milliseconds',
    openAiError(
      429,
      'Requests have exceeded token rate limit of your pricing tier. Please retry after 7 seconds.',
      '429',
      '',
      {
        'retry-after': '7',
        'retry-after-ms': '6800',
      },
    ),
    'rate-limited',
    'account-model',
    { retryAfterMs: 7000 },
  ],
  [
    'Azure: a day to wait means a request that is too large',
    openAiError(429, 'Requests have exceeded token rate limit. Please retry after 86400 seconds.', '429'),
    'request-too-large',
    'size',
    { code: 'request_too_large', retryAfterMs: null },
  ],
  [
    'Azure: demand',
    openAiError(429, 'The system is currently experiencing high demand.', '429'),
    'overloaded',
    'provider-model',
  ],
  [
    'Azure: a wrong key',
    openAiError(401, 'Access denied due to invalid subscription key.', '401'),
    'key-rejected',
    'key',
  ],
  [
    'Azure: no deployment',
    openAiError(404, 'The API deployment does not exist.', 'DeploymentNotFound'),
    'model-denied',
    'account-model',
  ],
  [
    'Azure: filtered',
    openAiError(400, 'The response was filtered.', 'content_filter'),
    'request-rejected',
    'request',
    { code: 'content_filter' },
  ],
  [
    'Groq: tokens per day',
    openAiError(
      429,
      'Rate limit reached for model `x` service tier `on_demand` on tokens per day (TPD): Limit 100000. Please try again in 9m38.016s.',
    ),
    'quota-exhausted',
    'account-model',
    { retryAfterMs: 578_016 },
  ],
  [
    'Groq: no room in the tier',
    openAiError(498, 'Flex tier capacity exceeded.', 'capacity_exceeded'),
    'overloaded',
    'provider-model',
  ],
  [
    'Groq: a call it could not read',
    openAiError(400, 'Failed to call a function.', 'tool_use_failed'),
    'flaky-generation',
    'request',
  ],
  [
    'Groq: a restricted organization',
    openAiError(400, 'Organization has been restricted.', 'organization_restricted'),
    'key-rejected',
    'account',
  ],
  [
    'Mistral: requests',
    { status: 429, body: { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', code: '1300' } },
    'rate-limited',
    'account',
  ],
  [
    'Mistral: tokens of the month',
    { status: 429, body: { object: 'error', message: 'Monthly token limit exceeded', code: '1300' } },
    'quota-exhausted',
    'account',
    { resets: { period: 'month', timeZone: 'UTC' } },
  ],
  [
    'Mistral: capacity',
    { status: 429, body: { object: 'error', message: 'Service tier capacity exceeded for this model.' } },
    'overloaded',
    'provider-model',
  ],
  [
    'Mistral: a message that is an object',
    {
      status: 422,
      body: {
        object: 'error',
        message: { detail: [{ type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }] },
      },
    },
    'request-rejected',
    'request',
    { code: null },
  ],
  [
    'DeepSeek: no balance',
    openAiError(402, 'Insufficient Balance', 'invalid_request_error', 'unknown_error'),
    'quota-exhausted',
    'account',
  ],
  [
    'DeepSeek: a wrong key',
    openAiError(401, 'Authentication Fails, Your api key: ****wxyz is invalid'),
    'key-rejected',
    'key',
  ],
  [
    'xAI: a wrong key with 400',
    flat(400, 'Client specified an invalid argument', 'Incorrect API key provided: xa***yz.'),
    'key-rejected',
    'key',
  ],
  [
    'xAI: no credits with 403',
    flat(403, 'No permission', "Your team doesn't have any credits yet."),
    'quota-exhausted',
    'account',
  ],
  [
    'xAI: all credits used',
    flat(
      429,
      'Some resource has been exhausted',
      'Your team has either used all available credits or reached its monthly spending limit.',
    ),
    'quota-exhausted',
    'account',
  ],
  [
    'xAI: requests',
    flat(429, 'Some resource has been exhausted', 'Too many requests for team T and model grok-4.'),
    'rate-limited',
    'account-model',
  ],
  [
    'Together: a limit that calls itself credit',
    openAiError(429, 'You have been rate limited.', null, 'credit_limit'),
    'rate-limited',
    'account',
  ],
  [
    'Together: no credit',
    openAiError(402, 'Credit limit exceeded.', null, 'credit_limit'),
    'quota-exhausted',
    'account',
  ],
  [
    'Together: too many tokens with 422',
    openAiError(422, 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193.'),
    'request-rejected',
    'request',
    { code: 'context_length_exceeded' },
  ],
  [
    'vLLM: a status in the place of the code',
    {
      status: 400,
      body: {
        object: 'error',
        message: "This model's maximum context length is 4096 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
    },
    'request-rejected',
    'request',
    { code: 'context_length_exceeded' },
  ],
  [
    'llama.cpp: a status in the place of the code',
    { status: 400, body: { error: { code: 400, message: 'The prompt has 49500 tokens and the model allows 49152.' } } },
    'request-rejected',
    'request',
    { code: 'context_length_exceeded' },
  ],
  [
    'Ollama: a model that is not pulled',
    openAiError(404, 'model "llama9" not found, try pulling it first', null, 'api_error'),
    'model-denied',
    'provider-model',
  ],
  ['an error that is a text', { status: 503, body: { error: 'server busy' } }, 'overloaded', 'provider-model'],
  ['a 429 without a body', { status: 429, body: '' }, 'rate-limited', 'key', { retryAfterMs: null }],
];

describe('an error of a compatible server', () => {
  it.each(cases.map((one) => [one[0], one] as const))('%s', (_promise, one) => {
    expectFailure(openAiCompatible, one);
  });

  it('may be of any class', () => {
    expect(new Set(cases.map(([, , kind]) => classOf({ kind })))).toEqual(
      new Set(['transient', 'exhausted', 'rejected', 'fatal']),
    );
  });
});
