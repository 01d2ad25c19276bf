import { fail } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { blamesNobody, runsOut, sleeps } from '../follows.ts';
import { openAiFault } from '../openai/envelope.ts';

/** Sources: learn.microsoft.com/azure/api-management, policies; docs.litellm.ai, "Budgets"; github.com/QuantumNous/new-api. */
const rows: readonly Row[] = [
  [
    'a call volume that is used up, with a time span',
    fail(403, {
      body: { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 01:02:03.' },
    }),
    runsOut(3723),
  ],
  [
    'a limit of its own',
    fail(429, { body: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 10 seconds.' } }),
    sleeps(10, 'account'),
  ],
  [
    'a budget, as a 400',
    openAiFault(400, 'Budget has been exceeded! Current cost: 1.2, Max budget: 1.0', {
      type: 'budget_exceeded',
      code: '400',
    }),
    runsOut('an hour', 'key'),
  ],
  [
    'nobody behind it',
    openAiFault(429, 'No deployments available for selected model, Try again in 60 seconds. Passed model=x.', {
      code: '429',
    }),
    blamesNobody('provider-model'),
  ],
  [
    'no credit left, in Chinese',
    openAiFault(403, '用户额度不足, 剩余额度: ＄0.000000', { type: 'new_api_error', code: 'insufficient_user_quota' }),
    runsOut('an hour', 'key'),
  ],
  [
    'no balance left, in Chinese',
    openAiFault(429, '余额不足或无可用资源包,请充值。', { code: '1113' }),
    runsOut('an hour'),
  ],
  [
    'no room behind it, in Chinese',
    openAiFault(503, '当前分组上游负载已饱和，请稍后再试', { type: 'new_api_error', code: 'get_channel_failed' }),
    blamesNobody('provider-model'),
  ],
];

export const gateways = faultsOf('Gateway', 'openai_compatible', rows);
