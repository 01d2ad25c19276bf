import { send } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { monthUtc, runsOut, sleeps, tooLarge } from '../follows.ts';
import { anthropicFault } from './envelope.ts';

/** The buckets that come with every answer. */
const buckets = (now: Date, left: { requests: number; input: number }): Readonly<Record<string, string>> => {
  const reset = new Date(now.getTime() + 41_000).toISOString();
  return {
    'anthropic-ratelimit-requests-limit': '50',
    'anthropic-ratelimit-requests-remaining': String(left.requests),
    'anthropic-ratelimit-requests-reset': reset,
    'anthropic-ratelimit-input-tokens-limit': '30000',
    'anthropic-ratelimit-input-tokens-remaining': String(left.input),
    'anthropic-ratelimit-input-tokens-reset': reset,
  };
};

const limited = (message: string, headers: Readonly<Record<string, string>> = {}) =>
  anthropicFault(429, 'rate_limit_error', message, headers);

const firstOfNextMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);

/** Limits and money. Sources: platform.claude.com, "Rate limits" and "Errors"; anthropics/claude-code#66314, #29584; cline/cline#4351. */
const rows: readonly Row[] = [
  [
    'input tokens per minute',
    (now) =>
      limited("This request would exceed your organization's rate limit of 30,000 input tokens per minute.", {
        ...buckets(now, { requests: 49, input: 0 }),
        'retry-after': '41',
      }),
    sleeps(41),
  ],
  [
    'input tokens per minute, told by the bucket alone',
    (now) =>
      limited("This request would exceed your organization's rate limit of 30,000 input tokens per minute.", {
        ...buckets(now, { requests: 49, input: 0 }),
      }),
    sleeps(41),
  ],
  [
    'a request larger than the bucket, told as any other',
    (now) =>
      limited("This request would exceed your organization's rate limit of 30,000 input tokens per minute.", {
        ...buckets(now, { requests: 49, input: 30_000 }),
        'retry-after': '60',
      }),
    sleeps(60),
  ],
  [
    'requests per minute',
    (now) =>
      limited("This request would exceed your organization's rate limit of 50 requests per minute.", {
        ...buckets(now, { requests: 0, input: 27_000 }),
        'retry-after': '50',
      }),
    sleeps(50),
  ],
  [
    'the limit of the account',
    limited("This request would exceed your account's rate limit. Please try again later.", { 'retry-after': '30' }),
    sleeps(30, 'account'),
  ],
  [
    'a use that grows too fast',
    limited("Your organization's usage has increased too quickly (acceleration limit). Please ramp up gradually.", {
      'retry-after': '60',
    }),
    sleeps(60, 'account'),
  ],
  [
    'too many connections at once',
    limited('Number of concurrent connections has exceeded your rate limit. Please try again later.'),
    sleeps('the cooldown', 'account'),
  ],
  ['a limit without a word', limited('Rate limited'), sleeps('the cooldown')],
  [
    'the monthly limit of the tier',
    (now) =>
      anthropicFault(
        429,
        'rate_limit_error',
        `You have reached your API usage limits: your organization has crossed its monthly API usage threshold. You will regain access on ${firstOfNextMonth(now)} at 00:00 UTC.`,
        { 'x-should-retry': 'false' },
        { error_code: 'enforced_spend_limit_reached' },
      ),
    runsOut(monthUtc),
  ],
  [
    "the workspace's own monthly limit, as a 400",
    (now) =>
      anthropicFault(
        400,
        'invalid_request_error',
        `You have reached your specified workspace API usage limits. You will regain access on ${firstOfNextMonth(now)} at 00:00 UTC.`,
      ),
    runsOut(monthUtc),
  ],
  [
    'a monthly limit whose date is past',
    anthropicFault(
      400,
      'invalid_request_error',
      'You have reached your specified workspace API usage limits. You will regain access on 2020-04-01 at 00:00 UTC.',
    ),
    runsOut(monthUtc),
  ],
  [
    'no credit left, as a 400',
    anthropicFault(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    runsOut('an hour'),
  ],
  [
    'a long context that is not paid for',
    limited('Extra usage is required for long context requests.', { 'x-should-retry': 'false' }),
    tooLarge('context_length_exceeded'),
  ],
  [
    'a limit that a stream begins with',
    send(
      'event: error\ndata: {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your account\'s rate limit. Please try again later."}}\n\n',
      'text/event-stream',
    ),
    sleeps('the cooldown', 'account'),
    'stream',
  ],
];

export const anthropicLimits = faultsOf('Anthropic', 'anthropic', rows);
