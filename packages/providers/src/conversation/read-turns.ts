import { type ChatMessage, type ContentPart, isJsonObject, type ToolCall } from '@palimpsest/domain';
import type { Refusal } from '../provider.ts';
import { isRefusal, refuse } from './refuse.ts';

/** A piece of content and the place in the client's body where it stood, for messages about it. */
export type PlacedPart = { readonly part: ContentPart; readonly at: string };

/** What a tool answered to one call. `parts` may be empty. */
export type ToolResult = { readonly call: ToolCall; readonly parts: readonly PlacedPart[] };

/** One message of an assistant's turn. */
export type Said = {
  readonly message: ChatMessage;
  readonly parts: readonly PlacedPart[];
  readonly calls: readonly ToolCall[];
};

export type AssistantTurn = {
  readonly role: 'assistant';
  readonly said: readonly Said[];
  /** Those of all its messages. */
  readonly calls: readonly ToolCall[];
};

/** `results` answer every call of the assistant turn before, in the order of the calls. */
export type UserTurn = {
  readonly role: 'user';
  readonly results: readonly ToolResult[];
  readonly parts: readonly PlacedPart[];
};

export type Turn = AssistantTurn | UserTurn;

/** `system` holds every system and developer message in order, wherever it stood; the roles of `turns` alternate. */
export type Conversation = { readonly system: readonly PlacedPart[]; readonly turns: readonly Turn[] };

type PlacedMessage = { readonly message: ChatMessage; readonly at: string };
type Run = { readonly role: 'assistant' | 'user'; readonly messages: PlacedMessage[] };

/**
 * OpenAI's flat list of messages as the strictest of the other providers want it: system text apart, neighbours of one role in one turn,
 * the results of a turn's calls together and first in the turn that follows. A call without its result, and a result without its call, are refused by name.
 */
export function readConversation(messages: readonly ChatMessage[]): Conversation | Refusal {
  const strange = strangeCall(messages);
  if (strange !== undefined) return strange;
  const system: PlacedPart[] = [];
  const runs: Run[] = [];
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    if (message.role === 'system' || message.role === 'developer') {
      for (const part of partsOf({ message, at })) system.push(part);
    } else {
      const role = message.role === 'assistant' ? 'assistant' : 'user';
      const last = runs.at(-1);
      if (last?.role === role) last.messages.push({ message, at });
      else runs.push({ role, messages: [{ message, at }] });
    }
  }
  const turns: Turn[] = [];
  for (const run of runs) {
    const before = turns.at(-1);
    const calls = before?.role === 'assistant' ? before.calls : [];
    const turn = run.role === 'assistant' ? assistantTurn(run) : userTurn(run, calls);
    if (isRefusal(turn)) return turn;
    turns.push(turn);
  }
  const open = turns.at(-1);
  const unanswered = open?.role === 'assistant' ? open.calls[0] : undefined;
  return unanswered === undefined ? { system, turns } : noResult(unanswered);
}

/** Calls of OpenAI's custom tools hold a text where others want an object; only functions exist at every provider. */
function strangeCall(messages: readonly ChatMessage[]): Refusal | undefined {
  for (const [index, message] of messages.entries()) {
    const found = (message.tool_calls ?? []).findIndex((call) => !isJsonObject(call.function));
    if (found !== -1)
      return refuse(
        `messages[${index}].tool_calls[${found}].type`,
        'This provider knows calls of functions alone, no custom ones.',
      );
  }
  return undefined;
}

const assistantTurn = (run: Run): AssistantTurn => ({
  role: 'assistant',
  said: run.messages.map((placed) => ({
    message: placed.message,
    parts: partsOf(placed),
    calls: placed.message.tool_calls ?? [],
  })),
  calls: run.messages.flatMap(({ message }) => message.tool_calls ?? []),
});

function userTurn(run: Run, calls: readonly ToolCall[]): UserTurn | Refusal {
  const parts: PlacedPart[] = [];
  const answers = new Map<string, readonly PlacedPart[]>();
  const asked = new Set(calls.map((call) => call.id));
  for (const placed of run.messages) {
    const id = placed.message.tool_call_id ?? '';
    if (placed.message.role !== 'tool') {
      for (const part of partsOf(placed)) parts.push(part);
    } else if (!asked.has(id))
      return refuse(`${placed.at}.tool_call_id`, `No tool call '${id}' stands before this result.`, 'invalid_value');
    else if (answers.has(id))
      return refuse(`${placed.at}.tool_call_id`, `The tool call '${id}' has two results.`, 'invalid_value');
    else answers.set(id, partsOf(placed));
  }
  const results: ToolResult[] = [];
  for (const call of calls) {
    const answer = answers.get(call.id);
    if (answer === undefined) return noResult(call);
    results.push({ call, parts: answer });
  }
  return { role: 'user', results, parts };
}

const noResult = (call: ToolCall): Refusal =>
  refuse('messages', `The tool call '${call.id}' (${call.function.name}) has no result after it.`, 'invalid_value');

/** A message's content as parts; a refusal of the assistant is text to every other provider. */
function partsOf({ message, at }: PlacedMessage): readonly PlacedPart[] {
  const { content } = message;
  const parts: PlacedPart[] = [];
  if (typeof content === 'string') parts.push({ part: { type: 'text', text: content }, at: `${at}.content` });
  else if (Array.isArray(content)) {
    for (const [index, part] of (content as readonly ContentPart[]).entries())
      parts.push({ part: refusalAsText(part), at: `${at}.content[${index}]` });
  }
  if (typeof message.refusal === 'string')
    parts.push({ part: { type: 'text', text: message.refusal }, at: `${at}.refusal` });
  return parts;
}

const refusalAsText = (part: ContentPart): ContentPart =>
  part.type === 'refusal' && typeof part.refusal === 'string' ? { type: 'text', text: part.refusal } : part;
