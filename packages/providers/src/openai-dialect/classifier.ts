import { createClassifier } from '../classification/classify.ts';
import type { Rule } from '../classification/rule.ts';
import { accessRules, complaintRules, flakyRules, limitRules, moneyRules, requestRules } from './rules.ts';

/**
 * The `classify` of a provider that speaks OpenAI's language. Its own rows go before the dialect's, save those that tell which texts are the
 * caller's.
 */
export const dialectClassifier = (ownRules: readonly Rule[] = []): ReturnType<typeof createClassifier> =>
  createClassifier([
    ...complaintRules,
    ...ownRules,
    ...moneyRules,
    ...accessRules,
    ...requestRules,
    ...flakyRules,
    ...limitRules,
  ]);
