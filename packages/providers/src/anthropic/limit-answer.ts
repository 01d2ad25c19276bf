import { answerLimit, type ChatCall, type ChatMessage, textOf } from '@palimpsest/domain';
import type { ModelData } from './model-data.ts';

/** Characters that make a token at least; fewer in few languages, so the prompt is rather taken for too long. */
const charactersPerToken = 3;

/**
 * `max_tokens`, which the API demands: the client's own limit as it is, else all that the model can give.
 * Prompt and limit together beyond the model's window are refused, so our own limit shrinks for a long prompt.
 */
export function limitAnswer(call: ChatCall, data: ModelData | undefined): number {
  const asked = answerLimit(call.body);
  if (asked !== undefined) return asked;
  if (data === undefined) return call.defaultMaxTokens;
  const promptTokens = Math.ceil(lengthOf(call.body.messages) / charactersPerToken);
  return Math.min(data.maxOutput, Math.max(data.window - promptTokens, call.defaultMaxTokens));
}

const lengthOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, message) => sum + textOf(message.content).length + argumentsLength(message), 0);

const argumentsLength = (message: ChatMessage): number =>
  (message.tool_calls ?? []).reduce((sum, call) => sum + call.function.arguments.length, 0);
