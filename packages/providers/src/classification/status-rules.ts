import type { Facts } from './facts.ts';
import type { Rule, RuleVerdict } from './rule.ts';

/** What a status means where neither code nor text told more. */
export const statusRules: readonly Rule[] = [
  { status: [401], verdict: { kind: 'key-rejected', scope: 'key', reason: 'unauthorized', unclear: true } },
  { status: [402], verdict: { kind: 'quota-exhausted', scope: 'account', reason: 'payment required' } },
  { status: [403], verdict: { kind: 'key-rejected', scope: 'key', reason: 'forbidden', unclear: true } },
  { status: [404], verdict: { kind: 'model-denied', scope: 'account-model', reason: 'not found' } },
  { status: [405], verdict: { kind: 'refused-here', scope: 'provider', reason: 'wrong address' } },
  { status: [408, 499], verdict: { kind: 'timed-out', scope: 'request', reason: 'timed out at the provider' } },
  {
    status: [413],
    verdict: { kind: 'request-too-large', scope: 'request', reason: 'request too large', code: 'request_too_large' },
  },
  {
    // A generation that broke off inside (github.com/huggingface/text-generation-inference, docs/source/reference/api_reference.md).
    status: [424],
    verdict: { kind: 'server-error', scope: 'provider', reason: 'generation failed' },
  },
  { status: [429], verdict: { kind: 'rate-limited', scope: 'key', reason: 'rate limited' } },
  { status: [498, 503, 529], verdict: { kind: 'overloaded', scope: 'provider-model', reason: 'overloaded' } },
  { status: [500], verdict: { kind: 'server-error', scope: 'provider', reason: 'internal error' } },
  {
    status: [502, 520, 521, 522, 523, 524],
    verdict: { kind: 'server-error', scope: 'provider', reason: 'bad gateway' },
  },
  { status: [504], verdict: { kind: 'timed-out', scope: 'request', reason: 'timed out at the provider' } },
];

/** Other 4xx are the request's fault, other 5xx the provider's; an error without any status inside a stream is the provider's too. */
export function unknownVerdict(facts: Facts): RuleVerdict {
  if (facts.status !== null && facts.status >= 400 && facts.status < 500) {
    return { kind: 'request-rejected', scope: 'request', reason: 'request rejected' };
  }
  return {
    kind: 'server-error',
    scope: 'provider',
    reason: facts.status === null ? 'error in the answer' : 'server error',
  };
}
