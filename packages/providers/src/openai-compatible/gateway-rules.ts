import type { Rule } from '../classification/rule.ts';

/** https://learn.microsoft.com/azure/api-management/quota-policy and /rate-limit-policy */
const apiManagement: readonly Rule[] = [
  {
    status: [403],
    text: /out of (?:call volume|bandwidth) quota/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'call volume' },
  },
  {
    status: [429],
    text: /^rate limit is exceeded/im,
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'rate limited' },
  },
];

/** https://docs.litellm.ai/docs/proxy/users and /exception_mapping */
const liteLlm: readonly Rule[] = [
  {
    word: ['budget_exceeded'],
    verdict: { kind: 'quota-exhausted', scope: 'key', reason: 'budget used up' },
  },
  {
    status: [429],
    text: /^no deployments available/im,
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'no capacity' },
  },
];

/** https://github.com/QuantumNous/new-api, whose texts are Chinese whatever the caller's language. */
const newApi: readonly Rule[] = [
  {
    word: ['insufficient_user_quota'],
    verdict: { kind: 'quota-exhausted', scope: 'key', reason: 'no credit left' },
  },
  {
    text: /余额不足|额度不足|欠费/,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'no credit left' },
  },
  {
    text: /负载已饱和/,
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
];

/** Gateways that stand before a provider and speak for themselves. */
export const gatewayRules: readonly Rule[] = [...apiManagement, ...liteLlm, ...newApi];
