import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { shown } from '../shown.ts';
import { badRequest } from './error-body.ts';

const ID = /^[a-zA-Z0-9_-]+$/;

const blocksOf = (message: JsonObject): readonly JsonObject[] =>
  Array.isArray(message.content) ? (message.content as readonly JsonObject[]) : [];

const idsOf = (message: JsonObject | undefined, type: 'tool_use' | 'tool_result'): readonly string[] =>
  (message === undefined ? [] : blocksOf(message))
    .filter((block) => block.type === type)
    .map((block) => shown(type === 'tool_use' ? block.id : block.tool_use_id));

/** What Anthropic finds wrong with a conversation: roles, empty blocks, and tool results that are not where they belong. */
export function refuseMessages(messages: Json | undefined): Refusal | undefined {
  if (messages === undefined) return badRequest('messages: Field required');
  if (!Array.isArray(messages)) return badRequest('messages: Input should be a valid list');
  if (messages.length === 0) return badRequest('messages: at least one message is required');
  const list = messages as readonly Json[];
  for (const [at, message] of list.entries()) {
    if (!isJsonObject(message)) return badRequest(`messages.${at}: Input should be a valid dictionary`);
    const before = list[at - 1];
    const after = list[at + 1];
    const refusal =
      refuseContent(message, at, at === list.length - 1) ??
      refuseToolPlaces(message, at, isJsonObject(before) ? before : undefined, isJsonObject(after) ? after : undefined);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refuseContent(message: JsonObject, at: number, last: boolean): Refusal | undefined {
  if (message.role === 'system') {
    return badRequest(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    );
  }
  if (message.role !== 'user' && message.role !== 'assistant') {
    return badRequest(`messages.${at}.role: Input should be 'user' or 'assistant'`);
  }
  const { content } = message;
  if (typeof content !== 'string' && !Array.isArray(content))
    return badRequest(`messages.${at}.content: Field required`);
  if (content.length === 0 && !(last && message.role === 'assistant')) {
    return badRequest(
      `messages.${at}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  const texts = typeof content === 'string' ? [content] : blocksOf(message).flatMap(textsOf);
  if (texts.some((text) => text === '')) return badRequest('messages: text content blocks must be non-empty');
  if (texts.some((text) => text.trim() === '')) {
    return badRequest('messages: text content blocks must contain non-whitespace text');
  }
  if (last && message.role === 'assistant' && texts.at(-1)?.trimEnd() !== texts.at(-1)) {
    return badRequest('messages: final assistant content cannot end with trailing whitespace');
  }
  return undefined;
}

const textsOf = (block: JsonObject): readonly string[] => (block.type === 'text' ? [shown(block.text)] : []);

function refuseToolPlaces(
  message: JsonObject,
  at: number,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): Refusal | undefined {
  const called = idsOf(message, 'tool_use');
  if (called.some((id) => !ID.test(id))) {
    return badRequest(`messages.${at}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  }
  // Results must open the very next message: behind other blocks they count as missing.
  const answered = after === undefined ? [] : blocksOf(after).slice(0, idsOf(after, 'tool_result').length);
  const open = called.filter(
    (id) => !answered.some((block) => block.type === 'tool_result' && block.tool_use_id === id),
  );
  if (open.length > 0) {
    return badRequest(
      `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
  const known = idsOf(before, 'tool_use');
  const stray = idsOf(message, 'tool_result').find((id) => !known.includes(id));
  if (stray === undefined) return undefined;
  return badRequest(
    `messages.${at}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
  );
}
