import type { Rule } from '../classification/rule.ts';

const dayUtc = { period: 'day', timeZone: 'UTC' } as const;

/** https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html */
const bedrock: readonly Rule[] = [
  {
    text: /security token included in the request is (?:invalid|expired)|make sure your api key is valid/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' },
  },
  {
    status: [400],
    text: /provided model identifier is invalid/i,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'model not found or no access' },
  },
  {
    text: /too many tokens per day/i,
    verdict: { kind: 'quota-exhausted', scope: 'account-model', reason: 'tokens per day' },
  },
];

/** https://www.alibabacloud.com/help/en/model-studio/error-code and https://www.volcengine.com/docs/82379/1299023 */
const modelStudio: readonly Rule[] = [
  {
    word: ['arrearage', 'accountoverdueerror'],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'account overdue' },
  },
  {
    word: ['allocationquota.freetieronly'],
    verdict: { kind: 'quota-exhausted', scope: 'account-model', reason: 'free tier used up' },
  },
  {
    word: ['serveroverloaded'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
];

/** https://developers.cloudflare.com/workers-ai/platform/errors/ and /pricing/: the free neurons of a day begin anew at midnight UTC. */
const workersAi: readonly Rule[] = [
  {
    text: /used up your daily free allocation/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'free neurons per day', resets: dayUtc },
  },
];

/** https://inference-docs.cerebras.ai/support/error */
const cerebras: readonly Rule[] = [
  {
    word: ['queue_exceeded'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
  {
    status: [429],
    word: ['request_quota_exceeded', 'token_quota_exceeded'],
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'rate limited' },
  },
];

/** Those who serve other people's models. */
export const hostRules: readonly Rule[] = [...bedrock, ...modelStudio, ...workersAi, ...cerebras];
