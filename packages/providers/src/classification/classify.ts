import type { Failure } from '@palimpsest/domain';
import type { FailureEvidence } from '../provider.ts';
import { readRetryAfter } from '../retry-time.ts';
import { clientAnswer } from './client-answer.ts';
import { type Facts, readFacts } from './facts.ts';
import { pageVerdict } from './page.ts';
import { matches, type Rule, type RuleVerdict } from './rule.ts';
import { statusRules, unknownVerdict } from './status-rules.ts';
import { classifyTransport } from './transport.ts';

const factsOf = (evidence: Exclude<FailureEvidence, { at: 'transport' }>): Facts =>
  evidence.at === 'response'
    ? readFacts(evidence.status, evidence.headers, evidence.body)
    : readFacts(null, {}, evidence.payload);

/**
 * Turns a provider's table of rules into its `classify`. Order: transport, pages of something in between,
 * the provider's rows from top to bottom, and last the bare status.
 */
export function createClassifier(rules: readonly Rule[]): (evidence: FailureEvidence) => Failure {
  return (evidence) => {
    if (evidence.at === 'transport') return classifyTransport(evidence);
    const facts = factsOf(evidence);
    const verdict =
      (evidence.at === 'response' ? pageVerdict(evidence) : undefined) ??
      rules.find((rule) => matches(rule, facts))?.verdict ??
      statusRules.find((rule) => matches(rule, facts))?.verdict ??
      unknownVerdict(facts);
    return toFailure(verdict, facts);
  };
}

function toFailure(verdict: RuleVerdict, facts: Facts): Failure {
  const answer = clientAnswer(verdict, facts);
  return {
    kind: verdict.kind,
    scope: verdict.scope,
    status: facts.status,
    retryAfterMs: answer === undefined ? readRetryAfter(facts) : null,
    reason: verdict.reason,
    ...(verdict.unclear === true ? { unclear: true } : {}),
    ...(verdict.resets === undefined ? {} : { resets: verdict.resets }),
    ...(answer === undefined ? {} : { answer }),
  };
}
