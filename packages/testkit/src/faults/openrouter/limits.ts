import { send } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { blamesNobody, dayUtc, monthUtc, refuses, runsOut, sleeps, weekUtc } from '../follows.ts';
import { openRouterFault } from './envelope.ts';

const keyLimit = (period: string) =>
  openRouterFault(403, `Key limit exceeded (${period} limit). Manage it using https://openrouter.ai/settings/keys`);

const free = (window: string, resetsAtMs: number) =>
  openRouterFault(429, `Rate limit exceeded: free-models-per-${window}. `, {
    metadata: {
      headers: { 'X-RateLimit-Limit': '20', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(resetsAtMs) },
    },
  });

/** Limits and money. Sources: openrouter.ai, "Limits" and "Errors"; danielsmithdevelopment/ClawQL#876; diegosouzapw/OmniRoute#9504. */
const rows: readonly Row[] = [
  [
    'no credit left',
    openRouterFault(402, 'Insufficient credits. Add more using https://openrouter.ai/settings/credits', {
      metadata: { error_type: 'payment_required', limit_source: 'openrouter_credits' },
    }),
    runsOut('an hour'),
  ],
  [
    'credit that others are just spending, as a 402',
    openRouterFault(
      402,
      'In-flight budget exhausted',
      { metadata: { error_type: 'payment_required', limit_source: 'openrouter_in_flight_budget' } },
      { 'retry-after': '5' },
    ),
    sleeps(5, 'account'),
  ],
  [
    'credit for a smaller request',
    openRouterFault(
      402,
      'This request requires more credits. You requested up to 64000 tokens, but can only afford 812.',
    ),
    { ...refuses(413, 'request_too_large'), scope: 'size' },
  ],
  ["the key's limit for good, as a 403", keyLimit('total'), runsOut('an hour', 'key')],
  ["the key's limit for the day", keyLimit('daily'), runsOut(dayUtc, 'key')],
  ["the key's limit for the week", keyLimit('weekly'), runsOut(weekUtc, 'key')],
  ["the key's limit for the month", keyLimit('monthly'), runsOut(monthUtc, 'key')],
  [
    'the budget of a workspace, as a 403',
    (now) =>
      openRouterFault(403, 'This request was blocked by a budget', {
        metadata: { limit_source: 'guardrail', resets_at: new Date(now.getTime() + 7_200_000).toISOString() },
      }),
    runsOut(7200),
  ],
  [
    'free requests per day',
    (now) => free('day-high-balance', now.getTime() + 7_200_000),
    runsOut(7200, 'account-model'),
  ],
  ['free requests per day, with a time that is past', free('day', 1_577_836_800_000), runsOut(dayUtc, 'account-model')],
  ['free requests per minute', (now) => free('min', now.getTime() + 40_000), sleeps(40)],
  [
    'a limit of whom it asked',
    openRouterFault(429, 'Provider returned error', {
      metadata: {
        raw: 'x/y:free is temporarily rate-limited upstream. Please retry shortly.',
        provider_name: 'Chutes',
        error_type: 'rate_limit_exceeded',
      },
    }),
    blamesNobody('provider-model'),
  ],
  [
    'no capacity for this model',
    openRouterFault(
      429,
      'No capacity available for model x/y',
      {
        metadata: { error_type: 'rate_limit_exceeded' },
        availability: { code: 'capacity_exhausted', retryable: true, retry_after: 20 },
      },
      { 'retry-after': '20' },
    ),
    blamesNobody('provider-model'),
  ],
  ['a limit of its edge on our address', send('error code: 1015', 'text/plain', 429), blamesNobody('egress')],
];

export const openRouterLimits = faultsOf('OpenRouter', 'openrouter', rows);
