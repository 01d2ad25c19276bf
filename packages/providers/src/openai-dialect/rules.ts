import type { Rule } from '../classification/rule.ts';

const monthUtc = { period: 'month', timeZone: 'UTC' } as const;

/**
 * The request's own fields and its model are named, and repeated word for word: what follows these beginnings is the caller's text, in which
 * nobody may look for the fault of a key. https://platform.openai.com/docs/guides/error-codes
 */
export const complaintRules: readonly Rule[] = [
  {
    status: [404],
    word: ['model_not_found'],
    verdict: { kind: 'model-denied', scope: 'key-model', reason: 'model not found or no access' },
  },
  {
    word: ['invalid_model', 'model_not_available'],
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'model not found or no access' },
  },
  {
    status: [400],
    text: /^an assistant message with/im,
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'request rejected', param: 'messages' },
  },
  {
    status: [400, 422],
    text: /^(?:unrecognized request argument|(?:unknown|missing required|unsupported|invalid) (?:parameter|value|type)|invalid (?:schema|['"`]))/im,
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'request rejected' },
  },
];

/** No money or no quota left, whatever the status. https://platform.openai.com/docs/guides/error-codes */
export const moneyRules: readonly Rule[] = [
  {
    word: ['organization_spend_limit_exceeded', 'organization_usage_limit_exceeded', 'project_spend_limit_exceeded'],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'spend limit reached', resets: monthUtc },
  },
  {
    word: [
      'insufficient_quota',
      'credit_balance_exhausted',
      'insufficient_balance',
      'insufficient_funds',
      'exceeded_current_quota_error',
    ],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'no credit left' },
  },
  {
    word: ['billing_not_active', 'billing_hard_limit_reached'],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'billing not active' },
  },
  {
    text: /insufficient (?:balance|credits?|funds|quota)|balance is insufficient|credit balance is (?:too low|exhausted)|exceeded your current quota/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'no credit left' },
  },
  {
    word: ['usage_limit_reached'],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'usage limit reached' },
  },
  {
    status: [402, 403, 429],
    text: /(?:daily|weekly|monthly) (?:[a-z]{1,12} ){0,2}(?:quota|limit|allowance|allocation)|(?:reached|exceeded) your (?:session|hourly|daily|weekly|monthly)\b/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'usage limit reached' },
  },
];

/** The key, its account, or where we call from is refused, whatever the status. */
export const accessRules: readonly Rule[] = [
  {
    word: ['unsupported_country_region_territory'],
    verdict: { kind: 'refused-here', scope: 'egress', reason: 'region not supported' },
  },
  {
    text: /country, region, or territory not supported/i,
    verdict: { kind: 'refused-here', scope: 'egress', reason: 'region not supported' },
  },
  {
    word: ['ip_not_authorized'],
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'our address is not allowed' },
  },
  {
    status: [401, 403],
    text: /\bIP (?:address )?(?:is )?not (?:authorized|allowed)|IP allow-?list/i,
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'our address is not allowed' },
  },
  {
    // A restricted key: it stays so until its owner changes it.
    status: [401, 403],
    text: /missing scopes?\b/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'permission missing' },
  },
  {
    status: [401, 403],
    text: /not allowed to sample from this model|(?:not|n't) have access to (?:the |this )?model/i,
    verdict: { kind: 'model-denied', scope: 'key-model', reason: 'no access to the model' },
  },
  {
    word: ['account_deactivated', 'organization_restricted', 'access_terminated'],
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'account closed' },
  },
  {
    text: /deactivated account|account .{0,60}(?:has been|was|is) (?:deactivated|suspended|banned|disabled)/i,
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'account closed' },
  },
  {
    word: ['invalid_organization', 'mismatched_organization', 'invalid_project', 'mismatched_project'],
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'organization does not match' },
  },
  {
    text: /must be a member of an organization/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'no organization' },
  },
  {
    text: /organization must be verified/i,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'organization not verified' },
  },
  { word: ['invalid_api_key'], verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' } },
  {
    text: /(?:incorrect|invalid|expired|revoked|disabled) api[ -]?(?:key|token)|api[ -]?key .{0,40}\b(?:invalid|not valid|expired|revoked|suspended|blocked|leaked|disabled)|key (?:was|has been|is) (?:suspended|revoked|disabled)/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' },
  },
  {
    word: ['model_not_found', 'deploymentnotfound'],
    verdict: { kind: 'model-denied', scope: 'key-model', reason: 'model not found or no access' },
  },
  {
    word: ['model_decommissioned', 'model_deprecated'],
    verdict: { kind: 'model-denied', scope: 'provider-model', reason: 'model gone' },
  },
  {
    status: [404],
    text: /^(?:invalid url|(?:404 )?(?:page )?not found\.?$)/im,
    verdict: { kind: 'refused-here', scope: 'provider', reason: 'wrong address' },
  },
];

/** The request is at fault, for every key or for the size of this key's limit. */
export const requestRules: readonly Rule[] = [
  {
    // OpenAI says it with a 429, Groq with a 413.
    text: /^request too large/im,
    verdict: {
      kind: 'request-too-large',
      scope: 'size',
      reason: 'larger than the limit',
      status: 413,
      code: 'request_too_large',
    },
  },
  {
    word: ['invalid_prompt', 'content_policy_violation', 'content_policy', 'moderation_blocked'],
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'content policy', code: 'content_policy_violation' },
  },
  {
    word: ['content_filter', 'responsibleaipolicyviolation'],
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'content policy', code: 'content_filter' },
  },
  {
    word: ['context_length_exceeded'],
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'context length',
      status: 400,
      code: 'context_length_exceeded',
      param: 'messages',
    },
  },
  {
    // Servers that give a status for a code: vLLM, llama.cpp, Together.
    status: [400, 413, 422],
    text: /context (?:length|size|window)|prompt is too long|reduce the length|\b(?:prompts?|inputs?|request|messages?)\b.{0,80}\btokens?\b.{0,80}(?:exceed|maximum|limit|allow|at most|<=)/i,
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'context length',
      status: 400,
      code: 'context_length_exceeded',
      param: 'messages',
    },
  },
];

/** The model wrote a call or a JSON text that its own server could not read: the same request may go well the next time. */
export const flakyRules: readonly Rule[] = [
  {
    word: ['tool_use_failed', 'json_validate_failed'],
    verdict: { kind: 'flaky-generation', scope: 'request', reason: 'malformed generation' },
  },
];

/** Limits are told under any status, and inside streams, which have none. */
const perModel = (text: RegExp, reason: string): Rule => ({
  status: [400, 403, 429, 503, null],
  text,
  verdict: { kind: 'rate-limited', scope: 'account-model', reason },
});

/** Limits that come back by themselves, and capacity, which is no key's limit. */
export const limitRules: readonly Rule[] = [
  {
    status: [429, 498, 500, 503, null],
    text: /overload|capacity (?:temporarily )?exceeded|(?:no|at) capacity|high (?:demand|traffic)|too busy/i,
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
  { word: ['slow_down'], verdict: { kind: 'rate-limited', scope: 'account', reason: 'slow down' } },
  perModel(/requests per min|\(RPM\)/i, 'requests per minute'),
  perModel(/tokens per min|\(TPM\)/i, 'tokens per minute'),
  perModel(/requests per day|\(RPD\)/i, 'requests per day'),
  perModel(/tokens per day|\(TPD\)/i, 'tokens per day'),
  perModel(/input-images per min/i, 'images per minute'),
  { ...perModel(/\bmodel\b/i, 'rate limited'), status: [429] },
  {
    word: ['rate_limit_exceeded', 'rate_limit_error'],
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'rate limited' },
  },
  {
    status: [null],
    text: /rate limit|too many requests/i,
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'rate limited' },
  },
];
