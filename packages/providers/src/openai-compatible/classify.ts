import { createClassifier } from '../classification/classify.ts';
import { accessRules, flakyRules, limitRules, moneyRules, requestRules } from '../openai-dialect/rules.ts';
import { vendorRules } from './vendor-rules.ts';

/** One table for every vendor of the dialect: their words do not collide, and the address does not tell who answers. */
export const classify = createClassifier([
  ...vendorRules,
  ...moneyRules,
  ...accessRules,
  ...requestRules,
  ...flakyRules,
  ...limitRules,
]);
