import { send } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import {
  blamesNobody,
  flaky,
  lacksModel,
  refusedHere,
  refuses,
  runsOut,
  shutsModel,
  sleeps,
  suspends,
  tooLarge,
} from '../follows.ts';
import { openAiFault } from '../openai/envelope.ts';

const limit = (metric: string, numbers: string, wait: string, retryAfter: string) =>
  openAiFault(
    429,
    `Rate limit reached for model \`llama-3.3-70b-versatile\` in organization \`org_XXXX\` service tier \`on_demand\` on ${metric}: ${numbers}. Please try again in ${wait}. Need more tokens? Upgrade to Dev Tier today.`,
    { type: metric.startsWith('tokens') ? 'tokens' : 'requests', code: 'rate_limit_exceeded' },
    {
      'x-ratelimit-limit-requests': '1000',
      'x-ratelimit-remaining-requests': '812',
      'x-ratelimit-reset-requests': '16m14.4s',
      'x-ratelimit-limit-tokens': '12000',
      'x-ratelimit-remaining-tokens': '312',
      'x-ratelimit-reset-tokens': '58.44s',
      'retry-after': retryAfter,
    },
  );

/** Sources: console.groq.com, "Rate limits" and "Errors". */
const rows: readonly Row[] = [
  [
    'tokens per minute',
    limit('tokens per minute (TPM)', 'Limit 12000, Used 11688, Requested 709', '1.984999999s', '2'),
    sleeps(2),
  ],
  [
    'tokens per day',
    limit('tokens per day (TPD)', 'Limit 100000, Used 97050, Requested 3619', '9m38.016s', '579'),
    runsOut(579, 'account-model'),
  ],
  [
    'requests per day, of which one drips back every few minutes',
    limit('requests per day (RPD)', 'Limit 1000, Used 1000, Requested 1', '2m59.56s', '180'),
    sleeps(180),
  ],
  [
    'a request larger than the limit per minute, as a 413',
    openAiFault(
      413,
      'Request too large for model `llama-3.1-8b-instant` in organization `org_XXXX` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 9412, please reduce your message size and try again.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
    tooLarge(),
  ],
  [
    'a call that the model wrote badly',
    openAiFault(
      400,
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      {
        code: 'tool_use_failed',
      },
    ),
    flaky,
  ],
  [
    'JSON that the model wrote badly',
    openAiFault(400, 'Failed to generate JSON. Please adjust your prompt.', { code: 'json_validate_failed' }),
    flaky,
  ],
  [
    'a call that the model wrote badly, told in the stream',
    send(
      'event: error\ndata: {"error":{"message":"Failed to call a function. Please adjust your prompt.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"x","status_code":400}}\n\n',
      'text/event-stream',
    ),
    flaky,
    'stream',
  ],
  [
    'a restricted organization, as a 400',
    openAiFault(
      400,
      'Organization has been restricted. Please reach out to support if you believe this was in error.',
      {
        code: 'organization_restricted',
      },
    ),
    suspends('account'),
  ],
  [
    'an answer longer than the model gives',
    openAiFault(400, '`max_tokens` must be less than or equal to `8000`, the maximum value for `max_tokens`.', {
      param: 'max_tokens',
    }),
    refuses(400, null, 'max_tokens'),
  ],
  ['a wrong key', openAiFault(401, 'Invalid API Key', { code: 'invalid_api_key' }), suspends()],
  [
    'a model that does not exist, or not for this key',
    openAiFault(404, 'The model `x` does not exist or you do not have access to it.', { code: 'model_not_found' }),
    shutsModel('key-model'),
  ],
  [
    'a model that is gone, as a 400',
    openAiFault(400, 'The model `x` has been decommissioned and is no longer supported.', {
      code: 'model_decommissioned',
    }),
    lacksModel,
  ],
  [
    'a model that the project does not allow, as a 403',
    openAiFault(403, 'The model `x` is blocked at the project level.', { code: 'model_permission_blocked_project' }),
    shutsModel(),
  ],
  [
    'a model whose terms nobody accepted, as a 400',
    openAiFault(400, 'The model `x` requires terms acceptance.', { code: 'model_terms_required' }),
    shutsModel(),
  ],
  [
    'an address that it blocks',
    openAiFault(403, 'Access denied. Please check your network settings.'),
    refusedHere('egress'),
  ],
  [
    'no room in the tier',
    openAiFault(498, 'Flex tier capacity exceeded. Please try again later.', {
      type: 'server_error',
      code: 'capacity_exceeded',
    }),
    blamesNobody('provider-model'),
  ],
  [
    'no service',
    openAiFault(503, 'Service Unavailable', { type: 'internal_server_error', code: 'service_unavailable' }),
    blamesNobody('provider-model'),
  ],
];

export const groq = faultsOf('Groq', 'openai_compatible', rows);
