import { answerDialect } from '../openai-dialect/answer-dialect.ts';
import { classify } from './classify.ts';
import { convertUsage } from './convert-usage.ts';
import { mapFinishReason } from './map-finish-reason.ts';

export const dialect = answerDialect({ convertUsage, mapFinishReason, thinkTags: true }, classify);

export const { newDecoder } = dialect;
