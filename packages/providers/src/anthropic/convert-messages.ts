import { type ChatMessage, type JsonObject, type ToolCall, textOf } from '@palimpsest/domain';
import { JsonTexts } from '../conversation/json-texts.ts';
import { readArguments } from '../conversation/read-arguments.ts';
import {
  type AssistantTurn,
  type PlacedPart,
  readConversation,
  type Said,
  type Turn,
  type UserTurn,
} from '../conversation/read-turns.ts';
import { allOrRefusal, isRefusal, refuse } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';
import { type Block, convertPart } from './convert-content.ts';
import type { ModelData } from './model-data.ts';
import { createCallIds } from './native-call-ids.ts';
import { cutText, signedThoughts, type Thought } from './signed-thoughts.ts';

type NativeMessage = { readonly role: 'user' | 'assistant'; readonly content: readonly Block[] };

/** One that further blocks may come to. */
type OpenMessage = { readonly role: NativeMessage['role']; readonly content: Block[] };

export type NativeConversation = {
  /** One text, or blocks where the client marked some of them for the cache. */
  readonly system: string | readonly Block[] | undefined;
  readonly messages: readonly NativeMessage[];
  /** Names of the functions called earlier: the API wants them declared as long as the calls are there. */
  readonly calledNames: ReadonlySet<string>;
};

const emptyTurn = '(empty message)';
const leadingTurn = '(The conversation begins with the assistant.)';
const carryOn = 'Continue exactly where your last message ended.';

/** What the calls of one conversation are written with. */
type Writing = { readonly callId: ReturnType<typeof createCallIds>; readonly texts: JsonTexts };

/** What depends on the model. */
export type MessageTraits = {
  /** Whether it may be given the beginning of its answer. */
  readonly prefill: ModelData['prefill'];
  /** Whether it knows thinking, its own or that of another model of the family. */
  readonly thinks: boolean;
};

/** The client's messages as this API takes them. */
export function convertMessages(
  messages: readonly ChatMessage[],
  { prefill, thinks }: MessageTraits,
): NativeConversation | Refusal {
  const conversation = readConversation(messages);
  if (isRefusal(conversation)) return conversation;
  const writing: Writing = { callId: createCallIds(), texts: new JsonTexts() };
  const calledNames = new Set<string>();
  const native: OpenMessage[] = [];
  for (const turn of conversation.turns) {
    const content = turn.role === 'assistant' ? assistantBlocks(turn, writing, thinks) : userBlocks(turn, writing);
    if (isRefusal(content)) return content;
    if (turn.role === 'assistant') for (const call of turn.calls) calledNames.add(call.function.name);
    push(native, turn.role, content);
  }
  const system = convertParts(conversation.system);
  if (isRefusal(system)) return system;
  return closeUp({ system, native, calledNames, prefill });
}

/** An assistant turn without content is left out, which may bring two user turns together. */
function push(native: OpenMessage[], role: Turn['role'], content: readonly Block[]): void {
  const last = native.at(-1);
  if (content.length === 0) return;
  if (last?.role === role) for (const block of content) last.content.push(block);
  else native.push({ role, content: [...content] });
}

/** The API wants a user turn first, no system text alone, and a last assistant turn only as a prefill without white space at its end. */
function closeUp(read: {
  readonly system: readonly Block[];
  readonly native: NativeMessage[];
  readonly calledNames: ReadonlySet<string>;
  readonly prefill: boolean;
}): NativeConversation | Refusal {
  const { native, calledNames } = read;
  if (native.length === 0) {
    if (read.system.length === 0) return refuse('messages', 'The messages hold no content.', 'invalid_value');
    return { system: undefined, messages: [{ role: 'user', content: read.system }], calledNames };
  }
  if (native[0]?.role === 'assistant') native.unshift({ role: 'user', content: [{ type: 'text', text: leadingTurn }] });
  const last = native.at(-1);
  if (last?.role === 'assistant') {
    if (read.prefill) native[native.length - 1] = { role: 'assistant', content: withoutTrailingSpace(last.content) };
    else native.push({ role: 'user', content: [{ type: 'text', text: carryOn }] });
  }
  return { system: systemOf(read.system), messages: native, calledNames };
}

function systemOf(blocks: readonly Block[]): NativeConversation['system'] {
  if (blocks.length === 0) return undefined;
  if (blocks.some((block) => block.cache_control !== undefined)) return blocks;
  return textOf(blocks);
}

function convertParts(parts: readonly PlacedPart[]): readonly Block[] | Refusal {
  return allOrRefusal(parts.map(convertPart).filter((block) => block !== undefined));
}

function assistantBlocks(turn: AssistantTurn, writing: Writing, thinks: boolean): readonly Block[] | Refusal {
  const blocks: Block[] = [];
  for (const said of turn.said) {
    const own = saidBlocks(said, writing, thinks ? signedThoughts(said.message) : []);
    if (isRefusal(own)) return own;
    for (const block of own) blocks.push(block);
  }
  return blocks;
}

/** Thoughts stand where they stood: a part of the text and some of the calls may come before one. */
function saidBlocks(
  { parts, calls }: Said,
  writing: Writing,
  thoughts: readonly Thought[],
): readonly Block[] | Refusal {
  const blocks: Block[] = [];
  let rest = parts;
  let written = 0;
  let called = 0;
  for (const { block, after } of thoughts) {
    const [before, behind] = cutText(rest, after.text - written);
    const said = convertParts(before);
    if (isRefusal(said)) return said;
    for (const one of said) blocks.push(one);
    for (const call of calls.slice(called, after.calls)) blocks.push(toolUse(call, writing));
    blocks.push(block);
    rest = behind;
    written = Math.max(written, after.text);
    called = Math.max(called, after.calls);
  }
  const said = convertParts(rest);
  if (isRefusal(said)) return said;
  return [...blocks, ...said, ...calls.slice(called).map((call) => toolUse(call, writing))];
}

const toolUse = (call: ToolCall, { callId, texts }: Writing): Block => ({
  type: 'tool_use',
  id: callId(call),
  name: call.function.name,
  input: readArguments(call.function.arguments, texts),
});

/** The results stand before everything else that the user says. */
function userBlocks(turn: UserTurn, { callId }: Writing): readonly Block[] | Refusal {
  const results: Block[] = [];
  for (const { call, parts } of turn.results) {
    const content = convertParts(parts);
    if (isRefusal(content)) return content;
    results.push({ type: 'tool_result', tool_use_id: callId(call), ...resultContent(content) });
  }
  const said = convertParts(turn.parts);
  if (isRefusal(said)) return said;
  const blocks = [...results, ...said];
  return blocks.length === 0 ? [{ type: 'text', text: emptyTurn }] : blocks;
}

/** Absent where the tool answered nothing, which the API allows; a single text as a string. */
function resultContent(content: readonly Block[]): JsonObject {
  const [only] = content;
  if (only === undefined) return {};
  if (content.length > 1 || typeof only.text !== 'string' || only.cache_control !== undefined) return { content };
  return { content: only.text };
}

function withoutTrailingSpace(content: readonly Block[]): readonly Block[] {
  const last = content.at(-1);
  if (typeof last?.text !== 'string') return content;
  return [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}
