import type { Provider } from '../provider.ts';
import { answerReaders } from '../read-answers.ts';
import { account } from './account.ts';
import { capabilities } from './capabilities.ts';
import { classify } from './classify.ts';
import { fromNativeEmbeddings, toNativeEmbeddings } from './convert-embeddings.ts';
import { newDecoder } from './decode-stream.ts';
import { decodeAnswer } from './from-native.ts';
import { limits } from './limits.ts';
import { listModels, readModels } from './list-models.ts';
import { refusal, toNative } from './to-native.ts';
import { wantsInline } from './wants-inline.ts';

/** The Gemini API of Google AI Studio. */
export const gemini: Provider = {
  name: 'gemini',
  toNative,
  ...answerReaders({ newDecoder, decodeAnswer, classify }),
  classify,
  limits,
  toNativeEmbeddings,
  fromNativeEmbeddings,
  capabilities,
  refusal,
  wantsInline,
  forwardedHeaders: [],
  account,
  proveKey: listModels,
  listModels,
  readModels,
};
