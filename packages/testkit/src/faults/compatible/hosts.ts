import { fail } from '../../providers/step.ts';
import { type Fault, faultsOf, type Row } from '../fault.ts';
import { blamesNobody, dayUtc, runsOut, shutsModel, sleeps, suspends } from '../follows.ts';
import { openAiFault } from '../openai/envelope.ts';

/** Source: docs.aws.amazon.com/bedrock, "Troubleshooting API error codes". */
const bedrock: readonly Row[] = [
  [
    'too many requests',
    fail(429, { body: { message: 'Too many requests, please wait before trying again.' } }),
    sleeps('the cooldown', 'key'),
  ],
  [
    'a wrong key',
    fail(403, { body: { Message: 'Authentication failed: Please make sure your API Key is valid.' } }),
    suspends(),
  ],
  [
    'a token that is over',
    fail(403, { body: { message: 'The security token included in the request is expired' } }),
    suspends(),
  ],
  [
    'a model that nobody asked for',
    fail(403, { body: { message: "You don't have access to the model with the specified model ID." } }),
    shutsModel('key-model'),
  ],
  [
    'a model that it does not know',
    fail(400, { body: { message: 'The provided model identifier is invalid.' } }),
    shutsModel(),
  ],
];

/** Sources: alibabacloud.com/help, "Model Studio: error codes"; volcengine.com/docs/82379, "Error codes". */
const modelStudio: readonly Row[] = [
  [
    'an account in arrears, as a 400',
    openAiFault(400, 'Access denied, please make sure your account is in good standing.', { code: 'Arrearage' }),
    runsOut('an hour'),
  ],
  [
    'an account in arrears, as a 403',
    openAiFault(403, 'The request failed because your account has an overdue balance.', {
      code: 'AccountOverdueError',
    }),
    runsOut('an hour'),
  ],
  [
    'the free tier of a model',
    openAiFault(403, 'The free tier of the model has been exhausted.', { code: 'AllocationQuota.FreeTierOnly' }),
    runsOut('an hour', 'account-model'),
  ],
  [
    'no room, as a 429',
    openAiFault(429, 'The service is currently unable to handle additional requests due to server overload.', {
      code: 'ServerOverloaded',
    }),
    blamesNobody('provider-model'),
  ],
  [
    'no balance',
    fail(403, { body: { code: 30001, message: 'Sorry, your account balance is insufficient', data: null } }),
    runsOut('an hour'),
  ],
];

/** Sources: developers.cloudflare.com/workers-ai; inference-docs.cerebras.ai; ollama.com/pricing; huggingface.co/docs. */
const others: readonly Row[] = [
  [
    'the free neurons of a day',
    fail(429, {
      body: {
        success: false,
        errors: [{ code: 4006, message: 'AiError: you have used up your daily free allocation of 10,000 neurons' }],
      },
    }),
    runsOut(dayUtc),
  ],
  [
    'no room for a moment',
    fail(429, {
      body: { success: false, errors: [{ code: 3040, message: 'Capacity temporarily exceeded, please try again.' }] },
    }),
    blamesNobody('provider-model'),
  ],
  [
    'a queue that is full',
    fail(429, { body: { message: "We're experiencing high traffic right now!", code: 'queue_exceeded' } }),
    blamesNobody('provider-model'),
  ],
  [
    'requests per day, in seconds without a unit',
    fail(429, {
      headers: { 'x-ratelimit-remaining-requests-day': '0', 'x-ratelimit-reset-requests-day': '311.382867' },
      body: { message: 'Requests per day limit exceeded', code: 'request_quota_exceeded' },
    }),
    sleeps(312),
  ],
  [
    'a session that is used up',
    fail(429, { body: { error: "you've reached your hourly usage limit, please upgrade to continue" } }),
    runsOut('an hour'),
  ],
  [
    'a limit in the form of the IETF',
    fail(429, { headers: { ratelimit: '"api";r=0;t=30' }, body: { error: 'We had to rate limit you' } }),
    sleeps(30, 'key'),
  ],
  [
    'a generation that broke off inside',
    fail(424, { body: { error: 'Request failed during generation: Server error', error_type: 'generation' } }),
    blamesNobody('provider'),
  ],
  [
    'a model that is waking',
    fail(503, { body: { error: 'Model x is currently loading', estimated_time: 20 } }),
    blamesNobody('provider-model'),
  ],
];

export const hosts: readonly Fault[] = [
  ...faultsOf('Bedrock', 'openai_compatible', bedrock),
  ...faultsOf('Model Studio', 'openai_compatible', modelStudio),
  ...faultsOf('Host', 'openai_compatible', others),
];
