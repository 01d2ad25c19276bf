import type { AnswerDialect } from '../answer-decoding.ts';
import { AnswerDecoder } from '../openai-dialect/answer-decoder.ts';
import type { AnswerTraits } from '../openai-dialect/answer-traits.ts';
import { classify } from './classify.ts';
import { convertUsage } from './convert-usage.ts';
import { mapFinishReason } from './map-finish-reason.ts';

export const traits: AnswerTraits = {
  convertUsage,
  mapFinishReason,
  thinkTags: true,
  failed: (payload) => ({ type: 'failure', failure: classify({ at: 'stream', payload }) }),
};

export const newDecoder: AnswerDialect['newDecoder'] = () => new AnswerDecoder(traits);
