import type { Failure, FailureKind, FailureScope } from '@palimpsest/domain';
import type { Facts } from './facts.ts';

/** What a matching rule says. `kind` and `scope` decide the treatment; the rest is what operator and client read. */
export type RuleVerdict = {
  readonly kind: FailureKind;
  readonly scope: FailureScope;
  /** For the operator: a few fixed words. */
  readonly reason: string;
  readonly unclear?: boolean;
  /** The calendar on which the provider starts the quota again, where it names no time. */
  readonly resets?: NonNullable<Failure['resets']>;
  /** OpenAI's own status, code and field for the client, where the provider's differ. Only for fatal kinds. */
  readonly status?: number;
  readonly code?: string;
  readonly param?: string;
};

/**
 * One row of a provider's table: every condition that is given must hold; the first row that matches decides.
 * Rows about codes and texts stand before rows about the status, which providers use for anything.
 */
export type Rule = {
  /** `null`: an error inside a 200 or a stream that names no status. */
  readonly status?: readonly (number | null)[];
  /** One of these among the error's own words: codes, types, statuses, reasons of any layer; lower case. */
  readonly word?: readonly string[];
  /** Found in the error's texts, any layer. */
  readonly text?: RegExp;
  /** For what no word tells, such as the list of Gemini's violated quotas. */
  readonly when?: (facts: Facts) => boolean;
  readonly verdict: RuleVerdict;
};

export const matches = (rule: Rule, facts: Facts): boolean =>
  (rule.status === undefined || rule.status.includes(facts.status)) &&
  (rule.word === undefined || rule.word.some((word) => facts.words.has(word))) &&
  (rule.text === undefined || rule.text.test(facts.text)) &&
  (rule.when === undefined || rule.when(facts));
