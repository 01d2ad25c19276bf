import { type Ask, type ChatMessage, type ContentPart, GatewayError, isJsonObject } from '@palimpsest/domain';

/** Where in the messages of a refusal the fault stands. */
const place = /^messages\[(\d+)\](?:\.content\[(\d+)\])?/;

/**
 * The conversation without what stands against it in turns that its client did not send now: in all of these the parts of the kind of the one
 * that `param` names, or what was said aloud. `undefined` where the fault is none of such a part. `sent`: the client's own messages, which
 * are told apart by identity and stay as they are.
 */
export function withoutCarried(
  messages: readonly ChatMessage[],
  sent: readonly ChatMessage[],
  param: string | undefined,
): readonly ChatMessage[] | undefined {
  const [, index, at] = place.exec(param ?? '') ?? [];
  const faulty = messages[Number(index ?? -1)];
  if (faulty === undefined || sent.includes(faulty)) return undefined;
  const part = at === undefined ? undefined : partsOf(faulty)?.[Number(at)];
  const type = part?.type;
  const isAloud = type === undefined && isJsonObject(faulty.audio);
  if (!isAloud && (type === undefined || type === 'text')) return undefined;
  const own = new Set(sent);
  return messages.map((message) => (own.has(message) ? message : isAloud ? unspoken(message) : without(type, message)));
}

const partsOf = ({ content }: ChatMessage): readonly ContentPart[] | undefined =>
  Array.isArray(content) ? (content as readonly ContentPart[]) : undefined;

function without(type: string | undefined, message: ChatMessage): ChatMessage {
  const parts = partsOf(message);
  const left = parts?.filter((part) => part.type !== type);
  if (parts === undefined || left === undefined || left.length === parts.length) return message;
  return { ...message, content: left.length > 0 ? left : noteOf(kinds[type ?? ''] ?? 'content') };
}

/** What was said aloud belongs to the account that made it; its words are everybody's. */
function unspoken(message: ChatMessage): ChatMessage {
  const { audio, ...rest } = message;
  if (!isJsonObject(audio)) return message;
  const words = typeof audio.transcript === 'string' ? audio.transcript : noteOf('audio');
  return (message.content ?? '').length > 0 ? rest : { ...rest, content: words };
}

const kinds: Readonly<Record<string, string>> = { image_url: 'image', input_audio: 'audio', file: 'file' };

/** A message that would say nothing any more would be refused in its turn. */
const noteOf = (kind: string): string => `[${kind} left out: this model does not take it]`;

/** A refusal whose field is one that the client knows: the places in the whole conversation are not those in what it sent. */
export function namedAsSent(error: GatewayError, ask: Ask, inbound: Ask): GatewayError {
  if (ask.operation !== 'chat' || inbound.operation !== 'chat') return error;
  const { messages } = ask.body;
  const sent = inbound.body.messages;
  const { param, ...options } = error.options;
  const index = place.exec(param ?? '')?.[1];
  const faulty = messages[Number(index ?? -1)];
  if (messages === sent || param === undefined || faulty === undefined) return error;
  const at = sent.indexOf(faulty);
  if (at !== -1)
    return new GatewayError(error.code, error.publicMessage, { ...options, param: param.replace(/\d+/, `${at}`) });
  const advice =
    'What stands against it is in an earlier turn of this session: go on with another X-Session-ID, or with a model that takes it.';
  return new GatewayError(error.code, `${error.publicMessage} ${advice}`, options);
}
