import { malformed } from '../answer-decoding.ts';
import { refuse } from '../conversation/refuse.ts';
import type { Provider } from '../provider.ts';

export const toNativeEmbeddings: Provider['toNativeEmbeddings'] = () =>
  refuse('model', 'Anthropic has no embeddings.', 'invalid_value');

/** Nothing was asked, so nothing can be meant by an answer. */
export const fromNativeEmbeddings: Provider['fromNativeEmbeddings'] = () => [malformed('answer without a question')];
