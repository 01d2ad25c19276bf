import { type GatewayError, isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { checkFields, fault, object, oneOf, text } from './check.ts';
import { checkMediaUrl } from './check-media-url.ts';

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;

/** `messages` as OpenAI documents them: roles, contents where the role needs them, tool calls in their form. */
export function checkMessages(messages: Json | undefined): GatewayError | undefined {
  if (!Array.isArray(messages)) return fault('messages', "'messages' must be an array with at least one message.");
  if (messages.length === 0) return fault('messages', "'messages' must hold at least one message.");
  for (const [index, message] of (messages as readonly Json[]).entries()) {
    const found = checkMessage(message, `messages[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkMessage(message: Json, param: string): GatewayError | undefined {
  if (!isJsonObject(message)) return fault(param, `'${param}' must be an object with a role.`);
  return (
    oneOf(...roles)(message.role, `${param}.role`) ??
    checkContent(message.content, `${param}.content`) ??
    checkToolCalls(message.tool_calls, `${param}.tool_calls`) ??
    checkRoleNeeds(message, param)
  );
}

/** Clients write an answer's empty members out as null. */
const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null;

function checkRoleNeeds(message: JsonObject, param: string): GatewayError | undefined {
  const empty = isAbsent(message.content);
  if (message.role === 'assistant') {
    const { tool_calls, function_call, refusal, audio } = message;
    if (!empty || ![tool_calls, function_call, refusal, audio].every(isAbsent)) return undefined;
    return fault(`${param}.content`, `'${param}' must have content or tool calls.`);
  }
  if (!isAbsent(message.tool_calls))
    return fault(`${param}.tool_calls`, `only an assistant message has tool calls, '${param}' is not one.`);
  if (message.role === 'tool' && typeof message.tool_call_id !== 'string')
    return fault(`${param}.tool_call_id`, `'${param}' is a tool result and must name its call in 'tool_call_id'.`);
  if (message.role === 'function') return text(message.name, `${param}.name`);
  return empty ? fault(`${param}.content`, `'${param}' must have content.`) : undefined;
}

function checkContent(content: Json | undefined, param: string): GatewayError | undefined {
  if (content === undefined || content === null || typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return fault(param, `'${param}' must be a string or an array of content parts.`);
  for (const [index, part] of (content as readonly Json[]).entries()) {
    const at = `${param}[${index}]`;
    if (!isJsonObject(part)) return fault(at, `'${at}' must be an object with a type.`);
    const found = text(part.type, `${at}.type`);
    if (found !== undefined) return found;
    const closed = checkMediaUrl(part, at);
    if (closed !== undefined) return closed;
    if (part.type === 'text' && typeof part.text !== 'string')
      return fault(`${at}.text`, `'${at}.text' must be a string.`);
  }
  return undefined;
}

function checkToolCalls(calls: Json | undefined, param: string): GatewayError | undefined {
  if (calls === undefined || calls === null) return undefined;
  if (!Array.isArray(calls) || calls.length === 0)
    return fault(param, `'${param}' must be an array with at least one call, or be left out.`);
  for (const [index, call] of (calls as readonly Json[]).entries()) {
    const at = `${param}[${index}]`;
    if (!isJsonObject(call)) return fault(at, `'${at}' must be an object.`);
    const found =
      text(call.id, `${at}.id`) ??
      (call.type === 'custom' ? undefined : checkFunction(call.function, `${at}.function`));
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkFunction(called: Json | undefined, param: string): GatewayError | undefined {
  if (!isJsonObject(called)) return object(called, param);
  return (
    checkFields(called, { name: text }, `${param}.`) ??
    (typeof called.arguments === 'string'
      ? undefined
      : fault(`${param}.arguments`, `'${param}.arguments' must be a JSON text.`))
  );
}
