import { createClassifier } from '../classification/classify.ts';
import { accessRules, flakyRules, limitRules, moneyRules, requestRules } from '../openai-dialect/rules.ts';

/** OpenAI's codes are the dialect's own. */
export const classify = createClassifier([
  ...moneyRules,
  ...accessRules,
  ...requestRules,
  ...flakyRules,
  ...limitRules,
]);
