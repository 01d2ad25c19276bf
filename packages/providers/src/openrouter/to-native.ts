import { chatRequest } from '../openai-dialect/chat-request.ts';
import { type HistoryTraits, ownHistory } from '../openai-dialect/own-history.ts';
import { isOpenRouters } from '../openai-dialect/reasoning-details.ts';
import { shortCallId } from '../openai-dialect/short-call-id.ts';
import { refusedBy } from '../parameters/parameter-table.ts';
import type { Provider } from '../provider.ts';
import { table } from './parameters.ts';

const history: HistoryTraits = {
  thinking: 'given-back',
  images: true,
  isOwnDetail: isOpenRouters,
  callId: shortCallId,
};

export const refusal: Provider['refusal'] = ({ body }) => refusedBy(table, body);

/** Passes the client's body on, OpenRouter's own fields (`provider`, `models`, `reasoning`) included. It answers with one choice only. */
export const toNative: Provider['toNative'] = (call, secret) =>
  refusal(call) ?? chatRequest(call, secret, { messages: ownHistory(call.body.messages, history) });
