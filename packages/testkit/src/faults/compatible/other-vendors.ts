import { fail } from '../../providers/step.ts';
import { type Fault, faultsOf, type Row } from '../fault.ts';
import { blamesNobody, monthUtc, refuses, runsOut, shutsModel, sleeps, suspends } from '../follows.ts';
import { openAiFault } from '../openai/envelope.ts';

const mistralFault = (status: number, message: string, type: string, code: string | null) =>
  fail(status, { body: { object: 'error', message, type, param: null, code, raw_status_code: status } });

/** Sources: docs.mistral.ai, "Limits"; agno-agi/agno#5382. */
const mistral: readonly Row[] = [
  ['a limit', mistralFault(429, 'Rate limit exceeded', 'rate_limited', '1300'), sleeps('the cooldown', 'account')],
  [
    'a limit in the old form',
    fail(429, { body: { message: 'Requests rate limit exceeded' } }),
    sleeps('the cooldown', 'account'),
  ],
  ['tokens per month', mistralFault(429, 'Monthly token limit exceeded', 'rate_limited', '1300'), runsOut(monthUtc)],
  [
    'no room in the tier',
    mistralFault(429, 'Service tier capacity exceeded for this model.', 'invalid_request_error', null),
    blamesNobody('provider-model'),
  ],
  [
    'a model that does not exist, as a 400',
    mistralFault(400, 'Invalid model: mistral-insufficient credits', 'invalid_model', '1500'),
    shutsModel(),
  ],
  [
    'an id that is too long',
    mistralFault(
      400,
      'Tool call id was call_abc123XYZ but must be a-z, A-Z, 0-9, with a length of 9.',
      'invalid_function_call',
      '3280',
    ),
    refuses(400, null, 'messages'),
  ],
  [
    'a field that it does not know',
    fail(422, {
      body: {
        object: 'error',
        message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'x'], msg: 'Extra inputs are not permitted' }] },
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    }),
    refuses(422, null),
  ],
];

/** Source: api-docs.deepseek.com, "Error codes". */
const deepSeek: readonly Row[] = [
  [
    'no balance',
    openAiFault(402, 'Insufficient Balance', { type: 'unknown_error', code: 'invalid_request_error' }),
    runsOut('an hour'),
  ],
  [
    'a wrong key',
    openAiFault(401, 'Authentication Fails, Your api key: ****wxyz is invalid', {
      type: 'authentication_error',
      code: 'invalid_request_error',
    }),
    suspends(),
  ],
  [
    'a prompt that is too long',
    openAiFault(
      400,
      "This model's maximum context length is 131072 tokens. However, you requested 140012 tokens. Please reduce the length of the messages or completion.",
      { code: 'invalid_request_error' },
    ),
    refuses(400, 'context_length_exceeded', 'messages'),
  ],
  [
    'a limit',
    openAiFault(429, 'Rate limit reached', { type: 'rate_limit_error', code: 'rate_limit_error' }),
    sleeps('the cooldown', 'account'),
  ],
  [
    'too busy',
    openAiFault(
      503,
      'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
      {
        type: 'service_unavailable_error',
      },
    ),
    blamesNobody('provider-model'),
  ],
];

const team = '00000000-0000-0000-0000-000000000000';
const denied = 'The caller does not have permission to execute the specified operation';
const exhausted = 'Some resource has been exhausted';
const xaiFault = (status: number, code: string, error: string) => fail(status, { body: { code, error } });

/** Errors are flat here. Source: docs.x.ai, "Debugging errors"; vercel/ai (xai). */
const xai: readonly Row[] = [
  [
    'a wrong key, as a 400',
    xaiFault(400, 'Client specified an invalid argument', 'Incorrect API key provided: xa***yz.'),
    suspends(),
  ],
  [
    'no credit yet, as a 403',
    xaiFault(403, denied, "Your newly created team doesn't have any credits or licenses yet."),
    runsOut('an hour'),
  ],
  [
    'no credit left, as a 429',
    xaiFault(
      429,
      exhausted,
      `Your team ${team} has either used all available credits or reached its monthly spending limit.`,
    ),
    runsOut(monthUtc),
  ],
  [
    'a limit',
    xaiFault(429, exhausted, `Too many requests for team ${team} and model grok-4. Your team's rate limit is 8.`),
    sleeps('the cooldown'),
  ],
  [
    'a blocked key',
    xaiFault(403, denied, 'API key is currently blocked: Blocked due to suspected exposure.'),
    suspends(),
  ],
  [
    'a prompt against its guidelines, as a 403',
    xaiFault(
      403,
      denied,
      `Content violates usage guidelines. Team: ${team}, API key ID: x, Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO`,
    ),
    refuses(400, 'content_policy_violation'),
  ],
  [
    'a model whose name reads like an accusation of the key',
    xaiFault(
      404,
      'Some requested entity was not found',
      `The model grok-authentication fails does not exist or your team ${team} does not have access to it.`,
    ),
    shutsModel(),
  ],
  [
    'a model that does not exist, or not for this team',
    xaiFault(
      404,
      'Some requested entity was not found',
      `The model grok-9 does not exist or your team ${team} does not have access to it.`,
    ),
    shutsModel(),
  ],
];

/** A limit per minute is of the type `credit_limit` here. Source: docs.together.ai, "Rate limits" and "Error codes". */
const together: readonly Row[] = [
  [
    'no credit left',
    openAiFault(402, 'Credit limit exceeded, please navigate to https://api.together.ai/settings/billing.', {
      type: 'credit_limit',
    }),
    runsOut('an hour'),
  ],
  [
    'a limit that calls itself one of credit',
    openAiFault(
      429,
      'You have been rate limited. Your rate limit is 60 queries per minute.',
      { type: 'credit_limit' },
      { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1', 'retry-after': '1' },
    ),
    sleeps(1, 'account'),
  ],
  [
    'no room',
    openAiFault(503, 'The server is currently overloaded', {
      type: 'service_unavailable',
      code: 'service_unavailable',
    }),
    blamesNobody('provider-model'),
  ],
  [
    'a model that wants an endpoint of its own, as a 400',
    openAiFault(400, 'Unable to access non-serverless model x. Please create a new dedicated endpoint.', {
      code: 'model_not_available',
    }),
    shutsModel(),
  ],
  [
    'a prompt that is too long, as a 422',
    openAiFault(
      422,
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 8000 `inputs` tokens and 1000 `max_new_tokens`',
    ),
    refuses(400, 'context_length_exceeded', 'messages'),
  ],
];

export const otherVendors: readonly Fault[] = [
  ...faultsOf('Mistral', 'openai_compatible', mistral),
  ...faultsOf('DeepSeek', 'openai_compatible', deepSeek),
  ...faultsOf('xAI', 'openai_compatible', xai),
  ...faultsOf('Together', 'openai_compatible', together),
];
