import { byHeaders } from '../accounts/account-reader.ts';
import type { Provider } from '../provider.ts';
import { answerReaders } from '../read-answers.ts';
import { capabilities } from './capabilities.ts';
import { classify } from './classify.ts';
import { fromNativeEmbeddings, toNativeEmbeddings } from './convert-embeddings.ts';
import { newDecoder } from './decode-stream.ts';
import { decodeAnswer } from './from-native.ts';
import { limits } from './limits.ts';
import { listModels, readModels } from './list-models.ts';
import { refusal, toNative } from './to-native.ts';

/** The Messages API of Anthropic. */
export const anthropic: Provider = {
  name: 'anthropic',
  toNative,
  ...answerReaders({ newDecoder, decodeAnswer, classify }),
  classify,
  limits,
  toNativeEmbeddings,
  fromNativeEmbeddings,
  capabilities,
  refusal,
  wantsInline: () => [],
  forwardedHeaders: ['anthropic-beta'],
  account: byHeaders('anthropic-organization-id'),
  proveKey: listModels,
  listModels,
  readModels,
};
