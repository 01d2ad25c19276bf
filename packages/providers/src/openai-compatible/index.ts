import { embeddingsReader, embeddingsRequest } from '../openai-dialect/embeddings.ts';
import type { Provider } from '../provider.ts';
import { answerReaders } from '../read-answers.ts';
import { account } from './account.ts';
import { capabilities } from './capabilities.ts';
import { classify } from './classify.ts';
import { newDecoder } from './decode-stream.ts';
import { decodeAnswer } from './from-native.ts';
import { limits } from './limits.ts';
import { listModels, readModels } from './list-models.ts';
import { refusal, toNative } from './to-native.ts';

export const openAiCompatible: Provider = {
  name: 'openai_compatible',
  toNative,
  ...answerReaders({ newDecoder, decodeAnswer, classify }),
  classify,
  limits,
  toNativeEmbeddings: (call, secret) => embeddingsRequest(call, secret, { encoding_format: undefined }),
  fromNativeEmbeddings: embeddingsReader(classify),
  capabilities,
  refusal,
  wantsInline: () => [],
  forwardedHeaders: ['openai-beta'],
  account,
  proveKey: listModels,
  listModels,
  readModels,
};
