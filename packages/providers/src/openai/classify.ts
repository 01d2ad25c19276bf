import { createClassifier } from '../classification/classify.ts';
import {
  accessRules,
  complaintRules,
  flakyRules,
  limitRules,
  moneyRules,
  requestRules,
} from '../openai-dialect/rules.ts';

/** OpenAI's codes are the dialect's own. */
export const classify = createClassifier([
  ...complaintRules,
  ...moneyRules,
  ...accessRules,
  ...requestRules,
  ...flakyRules,
  ...limitRules,
]);
