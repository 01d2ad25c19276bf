import type { Json } from '@palimpsest/domain';
import type { AnswerDialect, EventDecoder } from '../answer-decoding.ts';
import type { Decoded } from '../provider.ts';
import { AnswerDecoder, decodeWholeAnswer } from './answer-decoder.ts';
import type { AnswerTraits } from './answer-traits.ts';

/** How the answers of a provider that speaks OpenAI's language are read: by its own words, and its own table of failures. */
export function answerDialect(
  words: Omit<AnswerTraits, 'failed'>,
  classify: AnswerDialect['classify'],
): { readonly newDecoder: () => EventDecoder; readonly decodeAnswer: (answer: Json) => readonly Decoded[] } {
  const traits: AnswerTraits = {
    ...words,
    failed: (payload) => ({ type: 'failure', failure: classify({ at: 'stream', payload }) }),
  };
  return {
    newDecoder: () => new AnswerDecoder(traits),
    decodeAnswer: (answer) => decodeWholeAnswer(answer, traits),
  };
}
