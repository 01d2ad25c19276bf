import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { shown } from '../shown.ts';
import { badRequest } from './error-body.ts';

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
const ID_MAX = 40;

/** What OpenAI finds wrong with a conversation: roles, contents, and tool calls that are not answered at once. */
export function refuseMessages(messages: Json | undefined): Refusal | undefined {
  if (messages === undefined) {
    return badRequest("Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter');
  }
  if (!Array.isArray(messages)) return badRequest("Invalid type for 'messages'.", 'messages', 'invalid_type');
  if (messages.length === 0) return emptyArray('messages');
  let unanswered: readonly string[] = [];
  for (const [at, message] of (messages as readonly Json[]).entries()) {
    if (!isJsonObject(message))
      return badRequest(`Invalid type for 'messages[${at}]'.`, `messages[${at}]`, 'invalid_type');
    if (message.role === 'tool' || message.role === 'function') {
      const id = message.tool_call_id;
      if (message.role === 'tool' && (typeof id !== 'string' || !unanswered.includes(id))) return strayToolMessage(at);
      unanswered = unanswered.filter((open) => open !== id);
      continue;
    }
    if (unanswered.length > 0) return unansweredCalls(at, unanswered);
    const fault = refuseMessage(message, at);
    if (fault !== undefined) return fault;
    unanswered = callIds(message);
  }
  return unanswered.length > 0 ? unansweredCalls(messages.length, unanswered) : undefined;
}

function refuseMessage(message: JsonObject, at: number): Refusal | undefined {
  if (typeof message.role !== 'string' || !roles.includes(message.role)) {
    return badRequest(
      `Invalid value: '${shown(message.role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
      `messages[${at}].role`,
      'invalid_value',
    );
  }
  const { content } = message;
  const called =
    message.role === 'assistant' && (message.tool_calls !== undefined || message.function_call !== undefined);
  if (typeof content !== 'string' && !Array.isArray(content) && !called) {
    return badRequest(
      `Invalid value for 'content': expected a string, got ${shown(content)}.`,
      `messages.[${at}].content`,
    );
  }
  if (Array.isArray(message.tool_calls) && message.tool_calls.length === 0)
    return emptyArray(`messages[${at}].tool_calls`);
  for (const [call, id] of callIds(message).entries()) {
    if (id.length > ID_MAX) {
      const param = `messages[${at}].tool_calls[${call}].id`;
      return badRequest(
        `Invalid '${param}': string too long. Expected a string with maximum length ${ID_MAX}, but got a string with length ${id.length} instead.`,
        param,
        'string_above_max_length',
      );
    }
  }
  return undefined;
}

const callIds = (message: JsonObject): readonly string[] =>
  Array.isArray(message.tool_calls) ? (message.tool_calls as readonly JsonObject[]).map((call) => shown(call.id)) : [];

/** OpenAI's words for a list without members. */
export const emptyArray = (param: string): Refusal =>
  badRequest(
    `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    param,
    'empty_array',
  );

const strayToolMessage = (at: number): Refusal =>
  badRequest(
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    `messages.[${at}].role`,
  );

const unansweredCalls = (at: number, ids: readonly string[]): Refusal =>
  badRequest(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
    `messages.[${at}].role`,
  );
