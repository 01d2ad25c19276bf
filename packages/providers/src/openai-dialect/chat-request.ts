import type { ChatBody, ChatCall, JsonObject } from '@palimpsest/domain';
import type { NativeRequest } from '../provider.ts';
import { writeBody } from './write-body.ts';

/**
 * The client's own body for a provider of the client's own dialect: only the model's name, and for streams the wish for usage,
 * are set, so that unknown fields and extensions arrive as they were sent. `changes` are the exceptions that a provider's data name;
 * a member that is `undefined` is left out.
 */
export function chatRequest(call: ChatCall, secret: string, changes: JsonObject = {}): NativeRequest {
  const { stream_options, ...body } = call.body;
  const streaming: JsonObject = call.stream
    ? { stream: true, stream_options: { ...stream_options, include_usage: true } }
    : {};
  return {
    method: 'POST',
    path: '/chat/completions',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: call.stream ? 'text/event-stream' : 'application/json',
    },
    body: writeBody(
      { ...body, ...streaming, ...withoutIdleTools(call.body), model: call.model, ...changes },
      call.written,
    ),
  };
}

/** OpenAI and others answer 400 to an empty list of tools, and to wishes about tools where there are none. */
function withoutIdleTools({ tools }: ChatBody): JsonObject {
  const isIdle = tools === undefined || tools === null || tools.length === 0;
  return isIdle ? { tools: undefined, tool_choice: undefined, parallel_tool_calls: undefined } : {};
}

/** The client's limit under the name that the model takes; nothing where it set none. */
export function answerLimitAs(name: 'max_tokens' | 'max_completion_tokens', call: ChatCall): JsonObject {
  const { max_tokens, max_completion_tokens } = call.body;
  const limit = max_completion_tokens ?? max_tokens;
  if (limit === undefined || limit === null) return {};
  return { max_tokens: undefined, max_completion_tokens: undefined, [name]: limit };
}
