import type { Rule } from '../classification/rule.ts';

const monthUtc = { period: 'month', timeZone: 'UTC' } as const;

/** https://learn.microsoft.com/azure/ai-foundry/openai/how-to/quota */
const azure: readonly Rule[] = [
  {
    // Not a day's wait: the request is larger than the deployment's tokens per minute (vanderschaarlab/climb#1).
    text: /retry after 86400 seconds/i,
    verdict: {
      kind: 'request-too-large',
      scope: 'size',
      reason: 'larger than the limit',
      status: 413,
      code: 'request_too_large',
    },
  },
  {
    text: /exceeded (?:the )?(?:token|call) rate limit/i,
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'deployment limit' },
  },
  {
    text: /invalid subscription key/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' },
  },
  {
    word: ['deploymentnotfound'],
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'deployment not found' },
  },
  {
    status: [404],
    text: /^resource not found$/im,
    verdict: { kind: 'refused-here', scope: 'provider', reason: 'wrong resource address' },
  },
  {
    word: ['nocapacity'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'no capacity' },
  },
  {
    status: [403],
    text: /virtual network\/firewall rules|public access is disabled/i,
    verdict: { kind: 'refused-here', scope: 'egress', reason: 'refused from this address' },
  },
];

/** https://console.groq.com/docs/rate-limits and https://console.groq.com/docs/errors */
const groq: readonly Rule[] = [
  {
    status: [429],
    text: /service tier .* tokens per day \(TPD\)/i,
    verdict: { kind: 'quota-exhausted', scope: 'account-model', reason: 'tokens per day' },
  },
  {
    word: ['capacity_exceeded'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
  {
    // What Groq says to an address that it blocks, a VPN's among them.
    status: [403],
    text: /access denied\. please check your network settings/i,
    verdict: { kind: 'refused-here', scope: 'egress', reason: 'refused from this address' },
  },
  {
    word: ['model_permission_blocked_project', 'model_permission_blocked_org', 'model_terms_required'],
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'model not enabled' },
  },
];

/** https://docs.mistral.ai/deployment/laplateforme/tier */
const mistral: readonly Rule[] = [
  {
    // The id that follows is the caller's.
    text: /^tool call id was/im,
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'tool call id', param: 'messages' },
  },
  {
    text: /monthly token limit/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'tokens per month', resets: monthUtc },
  },
  {
    status: [429],
    text: /capacity exceeded/i,
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
  {
    status: [429],
    text: /^(?:requests )?rate limit exceeded/im,
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'rate limited' },
  },
];

/** https://api-docs.deepseek.com/quick_start/error_codes */
const deepSeek: readonly Rule[] = [
  { text: /authentication fails/i, verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' } },
  {
    status: [429],
    text: /^rate limit reached$/im,
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'rate limited' },
  },
];

/** https://docs.x.ai/docs/key-information/debugging */
const xai: readonly Rule[] = [
  {
    // The name that stands between is the caller's.
    status: [404],
    text: /^the model .* team .* does not have access/i,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'model not found or no access' },
  },
  {
    // A prompt, refused with the status and the code of a key.
    text: /content violates usage guidelines|failed check: safety_check/i,
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'content policy',
      status: 400,
      code: 'content_policy_violation',
    },
  },
  {
    text: /used all available credits|monthly spending limit/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'no credit left', resets: monthUtc },
  },
  {
    text: /doesn't have any credits/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'no credit left' },
  },
];

/** Together calls a limit of requests per minute `credit_limit`. https://docs.together.ai/docs/rate-limits */
const together: readonly Rule[] = [
  {
    status: [429],
    word: ['credit_limit'],
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'rate limited' },
  },
  {
    word: ['credit_limit'],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'spend limit reached' },
  },
];

/** Servers of one's own. */
const selfHosted: readonly Rule[] = [
  {
    status: [404],
    text: /try pulling it first/i,
    verdict: { kind: 'model-denied', scope: 'provider-model', reason: 'model not installed' },
  },
];

export const vendorRules: readonly Rule[] = [
  ...xai,
  ...azure,
  ...groq,
  ...mistral,
  ...deepSeek,
  ...together,
  ...selfHosted,
];
