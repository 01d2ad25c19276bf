import { createClassifier } from '../classification/classify.ts';
import type { Rule } from '../classification/rule.ts';

/** Spend caps start again on the first of the month (platform.claude.com, "Rate limits"). */
const monthly = { period: 'month', timeZone: 'UTC' } as const;

/** A fault is told as `path.of.the.field: what is wrong`, and repeats what the caller wrote: it is read before anything else. */
const field = (path: RegExp, param: string): Rule => ({
  status: [400],
  word: ['invalid_request_error'],
  text: path,
  verdict: { kind: 'request-rejected', scope: 'request', reason: 'request rejected', param },
});

/**
 * Errors of the Messages API. Money, bans and sizes come under statuses that mean something else, so their texts stand first.
 * Sources: platform.claude.com, "Errors" and "Rate limits"; texts as quoted in anthropics/claude-code#38035, #29584, #66314.
 */
const rules: readonly Rule[] = [
  {
    // What follows is the name that the caller asked for.
    status: [404],
    text: /^model:/m,
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'no such model' },
  },
  field(/^(?:messages|system)(?:\.|:)/m, 'messages'),
  field(/^tools(?:\.|:)/m, 'tools'),
  field(/^tool_choice(?:\.|:)/m, 'tool_choice'),
  field(/^thinking(?:\.|:)/m, 'thinking'),
  field(/^stop_sequences(?:\.|:)/m, 'stop'),
  field(/^output_config(?:\.|:)/m, 'response_format'),
  field(/^temperature(?:\.|:)/m, 'temperature'),
  field(/^top_p(?:\.|:)/m, 'top_p'),
  {
    word: ['enforced_spend_limit_reached'],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'monthly spend limit', resets: monthly },
  },
  {
    text: /API usage limits|regain access on/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'monthly spend limit', resets: monthly },
  },
  {
    text: /credit balance is too low/i,
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'credit balance too low' },
  },
  {
    word: ['billing_error'],
    verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'billing' },
  },
  {
    text: /organization has been disabled/i,
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'organization disabled' },
  },
  {
    text: /required for long context|long context beta is not (?:yet )?available/i,
    verdict: {
      kind: 'request-too-large',
      scope: 'size',
      reason: 'long context not enabled',
      status: 413,
      code: 'context_length_exceeded',
    },
  },
  {
    status: [403],
    text: /request not allowed/i,
    verdict: { kind: 'refused-here', scope: 'egress', reason: 'refused from this address' },
  },
  {
    text: /prompt is too long|exceed(?:s|ed)? (?:the )?(?:context|maximum context)/i,
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
    word: ['request_too_large'],
    verdict: { kind: 'request-too-large', scope: 'request', reason: 'request too large', code: 'request_too_large' },
  },
  {
    text: /max_tokens: \d+ > \d+/,
    verdict: {
      kind: 'request-rejected',
      scope: 'request',
      reason: 'answer limit above the model’s',
      code: 'invalid_value',
      param: 'max_tokens',
    },
  },
  {
    text: /concurrent connections|account's rate limit|acceleration limit|increased too quickly/i,
    verdict: { kind: 'rate-limited', scope: 'account', reason: 'rate limit of the account' },
  },
  {
    word: ['rate_limit_error'],
    text: /input tokens per minute/i,
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'input tokens per minute' },
  },
  {
    word: ['rate_limit_error'],
    text: /output tokens per minute/i,
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'output tokens per minute' },
  },
  {
    word: ['rate_limit_error'],
    text: /requests per minute/i,
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'requests per minute' },
  },
  {
    word: ['rate_limit_error'],
    verdict: { kind: 'rate-limited', scope: 'account-model', reason: 'rate limited' },
  },
  {
    word: ['overloaded_error'],
    verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' },
  },
  {
    word: ['authentication_error'],
    text: /api.?key|bearer|token|credential/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' },
  },
  {
    word: ['permission_error'],
    text: /api key .{0,40}\b(?:revoked|disabled|expired|suspended)/i,
    verdict: { kind: 'key-rejected', scope: 'key', reason: 'invalid api key' },
  },
  {
    word: ['permission_error'],
    text: /not allowed for this organization|(?:account|organization) .{0,40}\b(?:suspended|disabled|banned)/i,
    verdict: { kind: 'key-rejected', scope: 'account', reason: 'account closed' },
  },
  {
    word: ['permission_error'],
    verdict: { kind: 'model-denied', scope: 'key-model', reason: 'no permission' },
  },
  {
    status: [404],
    text: /^(?:not found)$/im,
    verdict: { kind: 'refused-here', scope: 'provider', reason: 'no such path: wrong base URL' },
  },
  {
    word: ['not_found_error'],
    verdict: { kind: 'model-denied', scope: 'account-model', reason: 'no such model' },
  },
  {
    word: ['timeout_error'],
    verdict: { kind: 'timed-out', scope: 'request', reason: 'timed out at the provider' },
  },
  {
    word: ['api_error'],
    verdict: { kind: 'server-error', scope: 'provider', reason: 'internal error' },
  },
  {
    word: ['invalid_request_error', 'conflict_error'],
    verdict: { kind: 'request-rejected', scope: 'request', reason: 'request rejected' },
  },
];

export const classify = createClassifier(rules);
