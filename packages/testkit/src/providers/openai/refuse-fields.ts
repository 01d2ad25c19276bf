import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { shown } from '../shown.ts';
import { signatureOf } from '../signature.ts';
import { badRequest } from './error-body.ts';

/** `parsed` is what OpenAI's own clients leave in the messages that they give back. */
const ofMessage = [
  'parsed',
  'role',
  'content',
  'name',
  'refusal',
  'audio',
  'annotations',
  'tool_calls',
  'tool_call_id',
  'function_call',
];
const ofCall = ['id', 'type', 'function', 'custom'];
const ofPart = ['type', 'text', 'image_url', 'input_audio', 'file', 'refusal', 'prompt_cache_breakpoint'];
const ofTool = ['type', 'function', 'custom'];
const ofFunction = ['name', 'description', 'parameters', 'strict'];

/** Members of messages and calls that this server does not know: what other providers left there. `known` are those it adds to OpenAI's own. */
export function refuseFields(messages: Json | undefined, known: readonly string[]): Refusal | undefined {
  for (const [at, message] of (Array.isArray(messages) ? (messages as readonly Json[]) : []).entries()) {
    if (!isJsonObject(message)) continue;
    const details = known.includes('reasoning') ? ['reasoning_details'] : [];
    const strange = unknownMember(message, [...ofMessage, ...known, ...details]);
    if (strange !== undefined) return unknown(`messages[${at}].${strange}`);
    const forged = detailsOf(message).some(
      (detail) => detail.signature !== signatureOf('openrouter', shown(detail.text)),
    );
    if (forged) return badRequest('Invalid `signature` in reasoning details');
    for (const [index, call] of (Array.isArray(message.tool_calls)
      ? (message.tool_calls as readonly Json[])
      : []
    ).entries()) {
      const odd = isJsonObject(call) ? unknownMember(call, ofCall) : undefined;
      if (odd !== undefined) return unknown(`messages[${at}].tool_calls[${index}].${odd}`);
    }
  }
  return undefined;
}

/** Members of contents and tools that OpenAI does not know; those of a system message's content it lets pass, but not those of a developer's. */
export function refuseStrangeParts(messages: Json | undefined, tools: Json | undefined): Refusal | undefined {
  for (const [at, message] of objectsOf(messages)) {
    if (message.role === 'system') continue;
    for (const [index, part] of objectsOf(message.content)) {
      const strange = unknownMember(part, ofPart);
      if (strange !== undefined) return unknown(`messages[${at}].content[${index}].${strange}`);
    }
  }
  for (const [at, tool] of objectsOf(tools)) {
    const strange = unknownMember(tool, ofTool);
    if (strange !== undefined) return unknown(`tools[${at}].${strange}`);
    const odd = isJsonObject(tool.function) ? unknownMember(tool.function, ofFunction) : undefined;
    if (odd !== undefined) return unknown(`tools[${at}].function.${odd}`);
  }
  return undefined;
}

const objectsOf = (list: Json | undefined): readonly (readonly [number, JsonObject])[] =>
  Array.isArray(list)
    ? (list as readonly Json[]).flatMap((one, at) => (isJsonObject(one) ? [[at, one] as const] : []))
    : [];

const unknownMember = (object: JsonObject, known: readonly string[]): string | undefined =>
  Object.keys(object).find((name) => !known.includes(name));

const detailsOf = (message: JsonObject): readonly JsonObject[] =>
  Array.isArray(message.reasoning_details) ? (message.reasoning_details as readonly Json[]).filter(isJsonObject) : [];

const unknown = (param: string): Refusal => badRequest(`Unknown parameter: '${param}'.`, param, 'unknown_parameter');
