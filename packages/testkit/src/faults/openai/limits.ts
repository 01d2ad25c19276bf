import { errorBody } from '../../providers/openai/error-body.ts';
import { fail, send } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { monthUtc, runsOut, sleeps, tooLarge } from '../follows.ts';
import { openAiFault } from './envelope.ts';

const limit = (metric: string, numbers: string, wait: string, headers: Readonly<Record<string, string>> = {}) =>
  openAiFault(
    429,
    `Rate limit reached for gpt-4o-mini in organization org-XXXX on ${metric}: ${numbers}. Please try again in ${wait}. Visit https://platform.openai.com/account/rate-limits to learn more.`,
    { type: metric.startsWith('tokens') ? 'tokens' : 'requests', code: 'rate_limit_exceeded' },
    headers,
  );

const larger = (model: string) =>
  openAiFault(
    429,
    `Request too large for ${model} in organization org-XXXX on tokens per min (TPM): Limit 30000, Requested 31538. The input or output tokens must be reduced in order to run successfully.`,
    { type: 'tokens', code: 'rate_limit_exceeded' },
    { 'x-ratelimit-limit-tokens': '30000', 'x-ratelimit-remaining-tokens': '30000', 'x-ratelimit-reset-tokens': '0s' },
  );

const money = (message: string, code: string, type = 'insufficient_quota') => openAiFault(429, message, { type, code });

/** Limits and money. Sources: platform.openai.com, "Rate limits" and "Error codes"; continuedev/continue#10502; openai/openai-agents-js#1022. */
const rows: readonly Row[] = [
  [
    'requests per minute',
    limit('requests per min (RPM)', 'Limit 3, Used 3, Requested 1', '20s', {
      'x-ratelimit-limit-requests': '3',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '20s',
      'x-ratelimit-remaining-tokens': '39500',
      'x-ratelimit-reset-tokens': '750ms',
      'retry-after': '20',
    }),
    sleeps(20),
  ],
  [
    'tokens per minute, back in a fraction of a second',
    limit('tokens per min (TPM)', 'Limit 30000, Used 29930, Requested 157', '174ms', {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '120ms',
      'x-ratelimit-reset-tokens': '6s',
      'retry-after-ms': '174',
    }),
    sleeps(0.174),
  ],
  [
    'requests per day, of which one drips back every few minutes',
    limit('requests per day (RPD)', 'Limit 200, Used 200, Requested 1', '7m12s', { 'retry-after': '432' }),
    sleeps(432),
  ],
  [
    'tokens per day, told in the text alone',
    limit('tokens per day (TPD)', 'Limit 90000, Used 89990, Requested 1200', '19m22s'),
    sleeps(1162),
  ],
  ['images per minute', limit('input-images per min', 'Limit 5, Used 5, Requested 1', '12s'), sleeps(12)],
  [
    'tokens per minute, as a 400',
    openAiFault(
      400,
      'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 20s.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
    sleeps(20),
  ],
  [
    'tokens per minute, told by a stream',
    send(
      `data: ${JSON.stringify(errorBody('Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 20s.', { type: 'tokens', code: 'rate_limit_exceeded' }))}\n\n`,
      'text/event-stream',
    ),
    sleeps(20),
    'stream',
  ],
  ['a request larger than the limit per minute', larger('gpt-4o'), tooLarge()],
  ['the same where models share the limit', larger('gpt-4.1-2025-04-14 (for limit gpt-4.1)'), tooLarge()],
  [
    'too fast',
    openAiFault(
      429,
      'You are sending requests too quickly. Slow down.',
      { type: 'rate_limit_error', code: 'slow_down' },
      { 'retry-after': '30' },
    ),
    sleeps(30, 'account'),
  ],
  [
    'no quota left',
    money('You exceeded your current quota, please check your plan and billing details.', 'insufficient_quota'),
    runsOut('an hour'),
  ],
  [
    'no credit left',
    money('Your credit balance is exhausted. Add credits to continue.', 'credit_balance_exhausted'),
    runsOut('an hour'),
  ],
  [
    "the organization's monthly limit",
    money('Your organization has reached its monthly spend limit.', 'organization_spend_limit_exceeded'),
    runsOut(monthUtc),
  ],
  [
    "the project's monthly limit",
    money('Your project has reached its monthly spend limit.', 'project_spend_limit_exceeded'),
    runsOut(monthUtc),
  ],
  [
    'billing not active',
    money(
      'Your account is not active, please check your billing details on our website.',
      'billing_not_active',
      'billing_not_active',
    ),
    runsOut('an hour'),
  ],
  ['a 429 without a body', send('', 'text/plain', 429), sleeps('the cooldown', 'key')],
  [
    'a 429 that names a time in the past',
    fail(429, { headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' } }),
    sleeps('the cooldown'),
  ],
  [
    'a 429 that names no time that there is',
    fail(429, { headers: { 'retry-after': 'banana' } }),
    sleeps('the cooldown'),
  ],
  ['a 429 that names a negative time', fail(429, { headers: { 'retry-after': '-5' } }), sleeps('the cooldown')],
  [
    'a 429 that names its time twice, and with a unit',
    fail(429, { headers: { 'retry-after': '20s, 20' } }),
    sleeps(20),
  ],
  [
    'a 429 whose milliseconds are none',
    fail(429, { headers: { 'retry-after-ms': '0', 'retry-after': '20' } }),
    sleeps(20),
  ],
  [
    'a 429 that names a date',
    (now) => fail(429, { headers: { 'retry-after': new Date(now.getTime() + 20_000).toUTCString() } }),
    sleeps(20),
  ],
];

export const openAiLimits = faultsOf('OpenAI', 'openai', rows);
