import { dialectClassifier } from '../openai-dialect/classifier.ts';
import { gatewayRules } from './gateway-rules.ts';
import { hostRules } from './host-rules.ts';
import { vendorRules } from './vendor-rules.ts';

/** One table for every vendor of the dialect: their words do not collide, and the address does not tell who answers. */
export const classify = dialectClassifier([...vendorRules, ...hostRules, ...gatewayRules]);
