import { type ChatMessage, isJsonObject, type Json, type JsonObject, type ToolCall } from '@palimpsest/domain';
import { type Issuer, issuers } from '../conversation/issued.ts';
import { detailsOf } from './reasoning-details.ts';

/** What of earlier answers a server takes back. */
export type HistoryTraits = {
  /** Thinking in plain words: given back unless another provider thought it; refused; or demanded beside calls, if only empty. */
  readonly thinking: 'given-back' | 'refused' | 'demanded';
  /** Whose signatures it knows. */
  readonly issuer?: Issuer | undefined;
  /** Whether an entry of `reasoning_details` is its own. */
  readonly isOwnDetail: (detail: Json) => boolean;
  /** Whether it knows images that other models drew. */
  readonly images: boolean;
  /** An id of a call as it takes it. */
  readonly callId?: (id: string) => string;
};

const inWords = ['reasoning_content', 'reasoning', 'thinking'] as const;
const extensions = [...inWords, 'reasoning_details', 'extra_content', 'images'] as const;

/**
 * The client's messages without what other providers left in their answers: their thinking and their signatures, which this one does not
 * know and may refuse. Messages that hold nothing of the kind are passed as they are.
 */
export const ownHistory = (messages: readonly ChatMessage[], traits: HistoryTraits): readonly ChatMessage[] =>
  messages.map((message) => {
    if (message.role === 'assistant') return ownAnswer(message, traits);
    const { tool_call_id: id } = message;
    return id === undefined || traits.callId === undefined ? message : { ...message, tool_call_id: traits.callId(id) };
  });

/** Clients that write an answer out whole bring `tool_calls` as null, which OpenAI refuses. */
function ownAnswer(message: ChatMessage, traits: HistoryTraits): ChatMessage {
  const calls = message.tool_calls ?? undefined;
  if (message.tool_calls === undefined && extensions.every((name) => message[name] === undefined)) return message;
  const details = detailsOf(message).filter(traits.isOwnDetail);
  const isForeign = foreignIssuers(message, traits).length > 0 || details.length < detailsOf(message).length;
  return {
    ...message,
    ...without(isForeign || traits.thinking === 'refused' ? inWords : [], message),
    ...(traits.images ? {} : without(['images'], message)),
    ...(traits.thinking === 'demanded' && calls !== undefined ? demanded(message, isForeign) : {}),
    ...(message.reasoning_details === undefined
      ? {}
      : { reasoning_details: details.length === 0 ? undefined : details }),
    ...withoutForeign(message, traits),
    ...(calls === undefined
      ? without(['tool_calls'], message)
      : { tool_calls: calls.map((call) => ownCall(call, traits)) }),
  };
}

/** Members set to `undefined` do not go out. */
const without = (names: readonly string[], object: JsonObject): JsonObject =>
  Object.fromEntries(names.filter((name) => object[name] !== undefined).map((name) => [name, undefined]));

const demanded = ({ reasoning_content: thoughts }: ChatMessage, isForeign: boolean): JsonObject => ({
  reasoning_content: isForeign || typeof thoughts !== 'string' ? '' : thoughts,
});

/** `index` belongs to chunks: clients that put a stream together leave it in. */
function ownCall(call: ToolCall, traits: HistoryTraits): ToolCall {
  const id = traits.callId === undefined ? call.id : traits.callId(call.id);
  return { ...call, ...without(['index'], call), id, ...withoutForeign(call, traits) };
}

const foreignIssuers = ({ extra_content: extra }: JsonObject, { issuer }: HistoryTraits): readonly Issuer[] =>
  isJsonObject(extra) ? issuers.filter((name) => name !== issuer && extra[name] !== undefined) : [];

function withoutForeign(carrier: JsonObject, traits: HistoryTraits): JsonObject {
  const foreign = foreignIssuers(carrier, traits);
  if (foreign.length === 0 || !isJsonObject(carrier.extra_content)) return {};
  const rest = Object.entries(carrier.extra_content).filter(([name]) => !foreign.some((issuer) => issuer === name));
  return { extra_content: rest.length === 0 ? undefined : Object.fromEntries(rest) };
}
