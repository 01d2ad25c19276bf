import { embeddingsReader, embeddingsRequest } from '../openai-dialect/embeddings.ts';
import type { Provider } from '../provider.ts';
import { answerReaders } from '../read-answers.ts';
import { account } from './account.ts';
import { balance } from './balance.ts';
import { capabilities } from './capabilities.ts';
import { classify } from './classify.ts';
import { newDecoder } from './decode-stream.ts';
import { decodeAnswer } from './from-native.ts';
import { limits } from './limits.ts';
import { listModels, readModels } from './list-models.ts';
import { refusal, toNative } from './to-native.ts';

export const openRouter: Provider = {
  name: 'openrouter',
  toNative,
  ...answerReaders({ newDecoder, decodeAnswer, classify }),
  classify,
  limits,
  toNativeEmbeddings: embeddingsRequest,
  fromNativeEmbeddings: embeddingsReader(classify),
  capabilities,
  refusal,
  wantsInline: () => [],
  forwardedHeaders: ['http-referer', 'x-title'],
  account,
  // Its list of models is open to everybody.
  proveKey: (secret) => balance.request(secret),
  listModels,
  readModels,
};
