import type { Json } from '@palimpsest/domain';
import { fail } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { blamesNobody, refusedHere, refuses, shutsModel, sleeps, suspends, tooLarge } from '../follows.ts';

const azureFault = (status: number, error: Json, headers: Readonly<Record<string, string>> = {}) =>
  fail(status, { headers: { 'apim-request-id': 'x', 'x-ms-region': 'East US', ...headers }, body: { error } });

const overLimit = (seconds: number): string =>
  `Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after ${seconds} seconds.`;

/** Sources: learn.microsoft.com, "Azure OpenAI quotas and limits"; vanderschaarlab/climb#1; jasonacox/TinyLLM#17. */
const rows: readonly Row[] = [
  [
    'the limit of the deployment',
    azureFault(
      429,
      { code: '429', message: overLimit(7) },
      {
        'retry-after': '7',
        'retry-after-ms': '6800',
        'x-ratelimit-reset-tokens': '7',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-remaining-requests': '12',
      },
    ),
    sleeps(7),
  ],
  [
    'a day to wait, which means a request that is too large',
    azureFault(429, { code: '429', message: overLimit(86_400) }, { 'retry-after': '86400' }),
    tooLarge(),
  ],
  [
    'high demand',
    azureFault(
      429,
      {
        code: '429',
        message:
          'The system is currently experiencing high demand and cannot process your request. Please retry after 20 seconds.',
      },
      { 'retry-after': '20' },
    ),
    blamesNobody('provider-model'),
  ],
  [
    'a prompt that a filter stops',
    azureFault(400, {
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
      type: null,
      param: 'prompt',
      code: 'content_filter',
      status: 400,
      innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: { jailbreak: { filtered: true } } },
    }),
    refuses(400, 'content_filter', 'prompt'),
  ],
  [
    'a wrong key',
    azureFault(401, {
      code: '401',
      message: 'Access denied due to invalid subscription key or wrong API endpoint.',
    }),
    suspends(),
  ],
  [
    'no such deployment',
    azureFault(404, {
      code: 'DeploymentNotFound',
      message: 'The API deployment for this resource does not exist.',
    }),
    shutsModel(),
  ],
  ['no such resource', azureFault(404, { code: '404', message: 'Resource not found' }), refusedHere('provider')],
  [
    'an address that its firewall keeps out',
    azureFault(403, { code: '403', message: 'Access denied due to Virtual Network/Firewall rules.' }),
    refusedHere('egress'),
  ],
  [
    'no capacity',
    azureFault(429, { code: 'NoCapacity', message: 'The model is at capacity.' }),
    blamesNobody('provider-model'),
  ],
  [
    'a failed server in its middle',
    fail(500, { body: { statusCode: 500, message: 'Internal server error', activityId: 'x' } }),
    blamesNobody('provider'),
  ],
];

export const azure = faultsOf('Azure', 'openai_compatible', rows);
