import { matchesGlob } from '@palimpsest/domain';
import { answerLimitAs, chatRequest } from '../openai-dialect/chat-request.ts';
import type { Provider } from '../provider.ts';
import { modelData } from './model-data.ts';

/** Passes the client's body on; only the answer's limit is renamed for models that refuse its old name. */
export const toNative: Provider['toNative'] = (call, secret) => {
  const renames = modelData.wantMaxCompletionTokens.some((glob) => matchesGlob(glob, call.model));
  return chatRequest(call, secret, renames ? answerLimitAs('max_completion_tokens', call) : {});
};
