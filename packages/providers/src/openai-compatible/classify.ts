import { createClassifier } from '../classification/classify.ts';
import {
  accessRules,
  complaintRules,
  flakyRules,
  limitRules,
  moneyRules,
  requestRules,
} from '../openai-dialect/rules.ts';
import { gatewayRules } from './gateway-rules.ts';
import { hostRules } from './host-rules.ts';
import { vendorRules } from './vendor-rules.ts';

/** One table for every vendor of the dialect: their words do not collide, and the address does not tell who answers. */
export const classify = createClassifier([
  ...complaintRules,
  ...vendorRules,
  ...hostRules,
  ...gatewayRules,
  ...moneyRules,
  ...accessRules,
  ...requestRules,
  ...flakyRules,
  ...limitRules,
]);
