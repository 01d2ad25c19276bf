import { fail } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { blamesNobody, dayPacific, monthPacific, runsOut, shutsModel, sleeps } from '../follows.ts';
import {
  boilerplate,
  errorInfo,
  geminiFault,
  help,
  perDay,
  perMinute,
  retryIn,
  tokensPerMinute,
  violated,
} from './envelope.ts';

const exceeded = (metric: string, limit: number): string =>
  `${boilerplate} \n* Quota exceeded for metric: generativelanguage.googleapis.com/${metric}, limit: ${limit}, model: gemini-2.5-flash\nPlease retry.`;

const noQuota = `${exceeded('generate_content_free_tier_requests', 0)}`;

const inner = { code: 429, message: boilerplate, status: 'RESOURCE_EXHAUSTED' };

/** Quotas. Sources: ai.google.dev, "Rate limits"; google-gemini/gemini-cli#8437, #22486; UKGovernmentBEIS/inspect_ai#5526; continuedev/continue#9570. */
const rows: readonly Row[] = [
  [
    'requests per minute',
    geminiFault(429, exceeded('generate_content_free_tier_requests', 5), [
      violated([perMinute, '5']),
      help,
      retryIn('46s'),
    ]),
    sleeps(46),
  ],
  [
    'tokens per minute',
    geminiFault(429, exceeded('generate_content_paid_tier_input_token_count', 1_000_000), [
      violated(['GenerateContentPaidTierInputTokensPerModelPerMinute', '1000000']),
      help,
      retryIn('59s'),
    ]),
    sleeps(59),
  ],
  [
    'requests per day, with the true time',
    geminiFault(429, exceeded('generate_content_free_tier_requests', 20), [
      violated([perDay, '20']),
      help,
      retryIn('35652s'),
    ]),
    runsOut(35_652, 'account-model'),
  ],
  [
    'several quotas at once, and the delay of the shortest',
    geminiFault(429, `${boilerplate}\nPlease retry in 10.689924287s.`, [
      help,
      violated([perDay, '50'], [perMinute, '5'], [tokensPerMinute, '250000']),
      retryIn('10s'),
    ]),
    runsOut(dayPacific, 'account-model'),
  ],
  [
    'the same in another order',
    geminiFault(429, boilerplate, [retryIn('10s'), violated([perMinute, '5'], [perDay, '50'])]),
    runsOut(dayPacific, 'account-model'),
  ],
  [
    'a quota of nothing, told by the text',
    geminiFault(429, noQuota, [help, violated([perDay], [tokensPerMinute]), retryIn('45s')]),
    shutsModel(),
  ],
  [
    'a quota of nothing, told by its value',
    geminiFault(429, boilerplate, [violated([perDay, '0']), retryIn('45s')]),
    shutsModel(),
  ],
  [
    'a limit without details',
    geminiFault(429, 'Resource has been exhausted (e.g. check quota).'),
    sleeps('the cooldown'),
  ],
  [
    'no capacity for this model',
    geminiFault(429, 'No capacity available for model gemini-3-pro on the server', [
      errorInfo('MODEL_CAPACITY_EXHAUSTED'),
    ]),
    blamesNobody('provider-model'),
  ],
  [
    'spending too fast',
    geminiFault(429, 'Spend-based rate limit exceeded. Please wait before retrying.'),
    sleeps('the cooldown', 'account'),
  ],
  [
    'the monthly cap',
    geminiFault(429, 'Your project has exceeded its monthly spending cap. Please go to AI Studio.'),
    runsOut(monthPacific),
  ],
  ['an error in an array', fail(429, { body: [{ error: { ...inner, details: [retryIn('12s')] } }] }), sleeps(12)],
  [
    'an error as a text in a message',
    fail(429, {
      body: {
        error: {
          code: 429,
          message: `${JSON.stringify({ error: { ...inner, details: [retryIn('26s')] } }, null, 2)}\n`,
          status: 'Too Many Requests',
        },
      },
    }),
    sleeps(26),
  ],
];

export const geminiLimits = faultsOf('Gemini', 'gemini', rows);
