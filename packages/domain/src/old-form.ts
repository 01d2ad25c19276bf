import type { ChatBody } from './chat.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Whether a client declares functions in OpenAI's form of before tools: it is answered in the same form. */
export const asksInOldForm = (body: ChatBody): boolean => Array.isArray(body.functions) && body.tools === undefined;

/** A message, or a delta of one, with its call in the old form. That form knows one call only: the first. */
export function inOldForm(message: JsonObject): JsonObject {
  const { tool_calls: calls, ...rest } = message;
  if (!Array.isArray(calls)) return message;
  const first = (calls as readonly Json[]).find((call) => isJsonObject(call) && (call.index ?? 0) === 0);
  return isJsonObject(first) ? { ...rest, function_call: first.function } : rest;
}
