import { type ChatMessage, isJsonObject, type JsonObject, type ToolCall } from '@palimpsest/domain';
import { JsonTexts } from '../conversation/json-texts.ts';
import { readArguments } from '../conversation/read-arguments.ts';
import {
  type AssistantTurn,
  type PlacedPart,
  readConversation,
  type ToolResult,
  type UserTurn,
} from '../conversation/read-turns.ts';
import { allOrRefusal, isRefusal, refuse } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';
import { convertPart, type Media, type NativePart } from './convert-content.ts';
import type { ModelData } from './model-data.ts';
import { signParts } from './thought-signatures.ts';

type NativeContent = { readonly role: 'user' | 'model'; readonly parts: readonly NativePart[] };

/** One that further parts may come to. */
type OpenContent = { readonly role: NativeContent['role']; readonly parts: NativePart[] };

export type NativeConversation = {
  readonly systemInstruction: { readonly parts: readonly NativePart[] } | undefined;
  readonly contents: readonly NativeContent[];
};

const emptyTurn: NativePart = { text: '(empty message)' };
const leadingTurn: NativePart = { text: '(The conversation begins with the assistant.)' };
const carryOn: NativePart = { text: 'Continue exactly where your last message ended.' };

/** The client's messages as contents: `user` first and last, roles in turn, results named after their functions. */
export function convertMessages(
  messages: readonly ChatMessage[],
  data: ModelData,
  media?: Media,
): NativeConversation | Refusal {
  const conversation = readConversation(messages);
  if (isRefusal(conversation)) return conversation;
  const contents: OpenContent[] = [];
  // Each by itself: however much JSON tools give back, the arguments of calls stay what they were.
  const [called, told] = [new JsonTexts(), new JsonTexts()];
  for (const turn of conversation.turns) {
    const parts = turn.role === 'assistant' ? modelParts(turn, data, called, media) : userParts(turn, told, media);
    if (isRefusal(parts)) return parts;
    push(contents, { role: turn.role === 'assistant' ? 'model' : 'user', parts });
  }
  const system = convertParts(conversation.system, media);
  if (isRefusal(system)) return system;
  return closeUp(system, contents, data);
}

/** A model turn without parts is left out, which may bring two user turns together. */
function push(contents: OpenContent[], { role, parts }: NativeContent): void {
  const last = contents.at(-1);
  if (parts.length === 0) return;
  if (last?.role === role) for (const part of parts) last.parts.push(part);
  else contents.push({ role, parts: [...parts] });
}

function closeUp(
  system: readonly NativePart[],
  contents: NativeContent[],
  data: ModelData,
): NativeConversation | Refusal {
  if (contents.length === 0) {
    if (system.length === 0) return refuse('messages', 'The messages hold no content.', 'invalid_value');
    return { systemInstruction: undefined, contents: [{ role: 'user', parts: system }] };
  }
  if (contents[0]?.role === 'model') contents.unshift({ role: 'user', parts: [leadingTurn] });
  if (contents.at(-1)?.role === 'model') contents.push({ role: 'user', parts: [carryOn] });
  if (data.systemInstruction)
    return { systemInstruction: system.length === 0 ? undefined : { parts: system }, contents };
  const [first, ...rest] = contents;
  const opening = { role: 'user', parts: [...system, ...(first?.parts ?? [])] } as const;
  return { systemInstruction: undefined, contents: [opening, ...rest] };
}

const convertParts = (parts: readonly PlacedPart[], media: Media): readonly NativePart[] | Refusal =>
  allOrRefusal(parts.map((part) => convertPart(part, media)).filter((part) => part !== undefined));

function modelParts(
  turn: AssistantTurn,
  data: ModelData,
  texts: JsonTexts,
  media: Media,
): readonly NativePart[] | Refusal {
  const all: NativePart[] = [];
  for (const { message, parts, calls } of turn.said) {
    const said = convertParts(parts, media);
    if (isRefusal(said)) return said;
    const called = calls.map((call) => functionCall(call, texts));
    for (const part of signParts(said, called, message, calls, data)) all.push(part);
  }
  return all;
}

const functionCall = (call: ToolCall, texts: JsonTexts): NativePart => ({
  functionCall: { id: call.id, name: call.function.name, args: readArguments(call.function.arguments, texts) },
});

/** As many responses as there were calls, in their order and before everything else. */
function userParts(turn: UserTurn, texts: JsonTexts, media: Media): readonly NativePart[] | Refusal {
  const responses: NativePart[] = [];
  const shown: NativePart[] = [];
  for (const result of turn.results) {
    const parts = convertParts(result.parts, media);
    if (isRefusal(parts)) return parts;
    responses.push(functionResponse(result, texts));
    for (const part of parts) if (part.text === undefined) shown.push(part);
  }
  const said = convertParts(turn.parts, media);
  if (isRefusal(said)) return said;
  const parts = [...responses, ...shown, ...said];
  return parts.length === 0 ? [emptyTurn] : parts;
}

function functionResponse({ call, parts }: ToolResult, texts: JsonTexts): NativePart {
  const text = parts.map(({ part }) => part.text ?? '').join('\n\n');
  return { functionResponse: { id: call.id, name: call.function.name, response: responseObject(text, texts) } };
}

/** The API takes an object and nothing else. */
function responseObject(text: string, texts: JsonTexts): JsonObject {
  const value = texts.read(text);
  return isJsonObject(value) ? value : { result: value ?? text };
}
