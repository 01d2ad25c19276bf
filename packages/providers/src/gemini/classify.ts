import type { Failure } from '@palimpsest/domain';
import { createClassifier } from '../classification/classify.ts';
import type { Facts } from '../classification/facts.ts';
import type { Rule } from '../classification/rule.ts';
import type { FailureEvidence } from '../provider.ts';
import { readViolations } from './read-violations.ts';

/** Daily quotas and spending caps follow Pacific time (ai.google.dev, "Rate limits"). */
const daily = { period: 'day', timeZone: 'America/Los_Angeles' } as const;
const monthly = { period: 'month', timeZone: 'America/Los_Angeles' } as const;

/** A quota of nothing: the model is not in the project's plan. The end of the number matters, `limit: 20` is a quota. */
const hasNoQuota = (facts: Facts): boolean =>
  readViolations(facts).some((violation) => violation.quotaValue === '0') ||
  /\blimit:\s*0(?!\d|\.\d)/i.test(facts.text);

const isDaily = (facts: Facts): boolean => readViolations(facts).some(({ quotaId }) => /PerDay/i.test(quotaId));
const isOfTokens = (facts: Facts): boolean => readViolations(facts).some(({ quotaId }) => /Tokens/i.test(quotaId));

/**
 * Errors of the Gemini API. Every exhausted quota is headed by the same sentence, so quota names decide and words do not; invalid keys and
 * wrong places come as 400. Sources: ai.google.dev, "Troubleshooting" and "Rate limits"; google.rpc error details;
 * google-gemini/gemini-cli#8437, #22486; continuedev/continue#9570.
 */
const rules: readonly Rule[] = [
  {
    // What follows these beginnings repeats the caller's own names and values.
    status: [400],
    text: /^(?:invalid json payload|invalid value at|unknown name|\* generatecontentrequest)/im,
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'request rejected' },
  },
  {
    // What stands between is the name that the caller asked for.
    status: [404],
    text: /^models\/.* is not found for API version/im,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'no such model' },
  },
  {
    text: /monthly spending cap/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'monthly spending cap', resets: monthly },
  },
  {
    word: ['api_key_invalid'],
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' },
  },
  {
    text: /API key (?:not valid|expired|not found)|reported as leaked/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' },
  },
  {
    word: ['consumer_suspended', 'consumer_invalid'],
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'project suspended' },
  },
  {
    word: ['service_disabled', 'billing_disabled'],
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'service disabled in the project' },
  },
  {
    word: [
      'api_key_service_blocked',
      'api_key_http_referrer_blocked',
      'api_key_ip_address_blocked',
      'api_key_android_app_blocked',
      'api_key_ios_app_blocked',
    ],
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'key restricted' },
  },
  {
    text: /requires billing to be enabled|project has been denied access/i,
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'project refused' },
  },
  {
    // Vertex AI: a role is missing (cloud.google.com/vertex-ai/generative-ai/docs/model-reference/api-errors).
    word: ['iam_permission_denied'],
    verdict: { kind: 'model-denied', scope: 'key-model', reason: 'no permission' },
  },
  {
    text: /unregistered callers/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'no key arrived' },
  },
  {
    word: ['unauthenticated'],
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'not an api key' },
  },
  {
    text: /location is not supported/i,
    verdict: { kind: 'refused-here', scope: 'egress', reason: 'location not supported' },
  },
  {
    text: /free tier is not available/i,
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'billing needed' },
  },
  {
    status: [403],
    text: /permission to access/i,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'no access to the model' },
  },
  {
    word: ['model_capacity_exhausted'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'no capacity' },
  },
  {
    text: /no capacity available/i,
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'no capacity' },
  },
  {
    word: ['resource_exhausted', '429'],
    when: hasNoQuota,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'no quota for the model' },
  },
  {
    when: isDaily,
    verdict: { kind: 'quota-exhausted', scope: 'account-model', reason: 'requests per day', resets: daily },
  },
  {
    text: /spend-based rate limit/i,
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'spend rate' },
  },
  {
    word: ['resource_exhausted', '429'],
    when: isOfTokens,
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'tokens per minute' },
  },
  {
    word: ['resource_exhausted', '429'],
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'requests per minute' },
  },
  {
    text: /input token count.*exceeds|exceeds the maximum number of tokens/i,
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'prompt too long',
      status: 400,
      code: 'context_length_exceeded',
      param: 'messages',
    },
  },
  {
    status: [404],
    text: /model|is not found for API version/i,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'no such model' },
  },
  {
    word: ['unavailable'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
  {
    word: ['deadline_exceeded'],
    verdict: { kind: 'timed-out', scope: 'request', reason: 'timed out at the provider' },
  },
  {
    word: ['cancelled'],
    verdict: { kind: 'timed-out', scope: 'request', reason: 'cancelled at the provider' },
  },
  {
    word: ['internal'],
    verdict: { kind: 'server-error', scope: 'provider', reason: 'internal error' },
  },
  {
    status: [400],
    text: /thought_signature|function (?:call|response)|file uri|mime type|\bcontents\b/i,
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'request rejected', param: 'messages' },
  },
  {
    status: [400],
    text: /thinking.?(?:budget|level)/i,
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'thinking budget', param: 'reasoning_effort' },
  },
  {
    word: ['invalid_argument', 'failed_precondition', 'out_of_range'],
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'request rejected' },
  },
];

const decide = createClassifier(rules);

/** Delays shorter than this beside a daily quota are those of another quota; longer ones lead to the quota's own reset. */
const trustedDelayMs = 600_000;

/**
 * The API names a delay of seconds with every quota, also with one of a day and with one of nothing
 * (UKGovernmentBEIS/inspect_ai#5526): taken by its word the key would be asked again all day long.
 */
export function classify(evidence: FailureEvidence): Failure {
  const failure = decide(evidence);
  const { kind, retryAfterMs } = failure;
  if (retryAfterMs === null || (kind !== 'quota-exhausted' && kind !== 'model-denied')) return failure;
  return kind === 'quota-exhausted' && retryAfterMs >= trustedDelayMs ? failure : { ...failure, retryAfterMs: null };
}
