import type { Provider } from '../provider.ts';
import { answerReaders } from '../read-answers.ts';
import { classify } from './classify.ts';
import { newDecoder } from './decode-stream.ts';
import { decodeAnswer } from './from-native.ts';
import { listModels, readModels } from './list-models.ts';
import { toNative } from './to-native.ts';

export const openAiCompatible: Provider = {
  name: 'openai_compatible',
  toNative,
  ...answerReaders({ newDecoder, decodeAnswer, classify }),
  classify,
  listModels,
  readModels,
};
