import { chatRequest } from '../openai-dialect/chat-request.ts';
import type { Provider } from '../provider.ts';

/** Passes the client's body on, OpenRouter's own fields (`provider`, `models`, `reasoning`) included. It answers with one choice only. */
export const toNative: Provider['toNative'] = (call, secret) =>
  (call.body.n ?? 1) > 1
    ? { refused: { param: 'n', message: 'OpenRouter gives one choice only.', code: 'unsupported_parameter' } }
    : chatRequest(call, secret);
