import type { ChatBody, ChatCall, ChatMessage, JsonObject, ToolCall } from '@palimpsest/domain';
import type { NativeRequest, Refusal } from '../provider.ts';
import { isRefusal } from './refuse.ts';

/** A call for tests: one user message, unless told otherwise. */
export const exampleCall = (model: string, body: Partial<ChatBody> = {}, stream = false): ChatCall => ({
  body: { model: 'asked-for', messages: [{ role: 'user', content: 'Hi' }], ...body },
  model,
  stream,
  defaultMaxTokens: 4096,
});

export const exampleToolCall = (id: string, name = 'get_weather', args = '{"city":"Oslo"}'): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

export const calling = (...calls: readonly ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: calls,
});

export const answering = (id: string, content: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content });

/** The body that goes out; fails where the request is refused. */
export function sentBody(request: NativeRequest | Refusal): JsonObject {
  if (isRefusal(request)) throw new Error(`refused: ${JSON.stringify(request)}`);
  return JSON.parse(String(request.body ?? '{}')) as JsonObject;
}
