import { dialectClassifier } from '../openai-dialect/classifier.ts';

/** OpenAI's codes are the dialect's own. */
export const classify = dialectClassifier();
