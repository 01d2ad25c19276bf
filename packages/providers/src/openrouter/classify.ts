import { isJsonObject } from '@palimpsest/domain';
import type { Facts } from '../classification/facts.ts';
import type { Rule } from '../classification/rule.ts';
import { dialectClassifier } from '../openai-dialect/classifier.ts';

const metadataHas =
  (...names: readonly string[]) =>
  (facts: Facts): boolean =>
    facts.layers.some((layer) => {
      const { metadata } = layer;
      return isJsonObject(metadata) && names.some((name) => metadata[name] !== undefined);
    });

const keyLimit = (words: string, resets?: { period: 'day' | 'week' | 'month'; timeZone: string }): Rule => ({
  text: new RegExp(`key limit exceeded \\(${words} limit\\)`, 'i'),
  verdict: {
    kind: 'quota-exhausted',
    scope: 'key',
    reason: `key's ${words} limit`,
    ...(resets === undefined ? {} : { resets }),
  },
});

/** https://openrouter.ai/docs/api-reference/errors and https://openrouter.ai/docs/api-reference/limits */
const ownRules: readonly Rule[] = [
  {
    status: [404],
    text: /^no endpoints found matching your data policy|data policy/im,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'data policy' },
  },
  {
    status: [404],
    text: /no endpoints found that support tool use/i,
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'no endpoint has tools',
      code: 'model_not_found',
      param: 'tools',
    },
  },
  {
    status: [404],
    text: /no endpoints found/i,
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'no endpoint can serve it',
      code: 'model_not_found',
    },
  },
  {
    status: [400],
    text: /not a valid model id/i,
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'unknown model',
      status: 404,
      code: 'model_not_found',
      param: 'model',
    },
  },
  {
    word: ['openrouter_in_flight_budget'],
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'in-flight budget' },
  },
  {
    text: /can only afford/i,
    verdict: {
      kind: 'request-too-large',
      scope: 'size',
      reason: 'larger than the credit',
      status: 413,
      code: 'request_too_large',
    },
  },
  keyLimit('daily', { period: 'day', timeZone: 'UTC' }),
  keyLimit('weekly', { period: 'week', timeZone: 'UTC' }),
  keyLimit('monthly', { period: 'month', timeZone: 'UTC' }),
  { text: /key limit exceeded/i, verdict: { kind: 'quota-exhausted', scope: 'key', reason: "key's limit" } },
  {
    text: /free-models-per-day/i,
    verdict: {
      kind: 'quota-exhausted',
      scope: 'account-model',
      reason: 'free requests per day',
      resets: { period: 'day', timeZone: 'UTC' },
    },
  },
  {
    text: /free-models-per-min/i,
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'free requests per minute' },
  },
  {
    // A budget of a workspace or a guardrail.
    status: [402, 403],
    when: metadataHas('resets_at'),
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'budget used up' },
  },
  {
    text: /no (?:cookie )?auth credentials found|missing authentication header/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'no key arrived' },
  },
  {
    status: [403],
    when: metadataHas('flagged_input', 'reasons'),
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'moderation',
      status: 400,
      code: 'content_policy_violation',
    },
  },
  {
    status: [403],
    when: metadataHas('patterns'),
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'guardrail', code: 'content_policy_violation' },
  },
  {
    text: /not available in your region/i,
    verdict: { kind: 'model-denied', scope: 'provider-model', reason: 'model not in this region' },
  },
  {
    word: ['model_deprecated', 'model_removed'],
    verdict: {
      kind: 'request-rejected',
      scope: 'provider-model',
      reason: 'model gone',
      status: 404,
      code: 'model_not_found',
      param: 'model',
    },
  },
  {
    // What the provider behind it met; OpenRouter's own keys have no part in it.
    status: [401, 402, 403, 408, 429, 500, 502, 503, 504, 524, 529],
    text: /provider returned error|upstream error/i,
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'upstream provider failed' },
  },
  {
    word: ['provider_unavailable', 'provider_overloaded', 'capacity_exhausted'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'no provider available' },
  },
];

export const classify = dialectClassifier(ownRules);
