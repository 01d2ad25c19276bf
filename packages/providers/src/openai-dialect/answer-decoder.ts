import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { type EventDecoder, malformed } from '../answer-decoding.ts';
import type { Decoded } from '../provider.ts';
import type { AnswerTraits } from './answer-traits.ts';
import { type ChoiceDecoder, createChoiceDecoder } from './choice-decoder.ts';
import { addUnknown } from './unknown-fields.ts';

/** `obfuscation` is padding against eavesdroppers, of one chunk alone. */
const known = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'error', 'obfuscation']);

/** The error in an answer or chunk: under `error` (also Groq's `x_groq.error`), or the whole of it. */
function findError(answer: JsonObject): JsonObject | undefined {
  if (answer.error !== undefined && answer.error !== null && answer.error !== '') return answer;
  if (isJsonObject(answer.x_groq) && answer.x_groq.error !== undefined) return answer.x_groq;
  return answer.object === 'error' || answer.success === false ? answer : undefined;
}

/** Usage stands at the top, in Groq's own object, or in a choice (Moonshot). */
function findUsage(answer: JsonObject): JsonObject | undefined {
  if (isJsonObject(answer.usage)) return answer.usage;
  if (isJsonObject(answer.x_groq) && isJsonObject(answer.x_groq.usage)) return answer.x_groq.usage;
  if (!Array.isArray(answer.choices)) return undefined;
  for (const choice of answer.choices as readonly Json[])
    if (isJsonObject(choice) && isJsonObject(choice.usage)) return choice.usage;
  return undefined;
}

/** Nearly every chunk brings one thing: what it does not bring costs no list. */
const nothing: readonly never[] = [];

/** Reads chunks, and a whole answer as one chunk with messages in place of deltas. */
export function createAnswerDecoder(traits: AnswerTraits): EventDecoder {
  const choices = new Map<number, ChoiceDecoder>();
  let started = false;
  let id: string | undefined;
  let created: number | undefined;
  let fields: JsonObject = {};

  /** The start comes again where a later chunk knows more: Azure's first has no id, xAI's last has the citations. */
  function start(answer: JsonObject): readonly Decoded[] {
    const more = addUnknown(fields, answer, known);
    const isKnown = id !== undefined || typeof answer.id !== 'string' || answer.id === '';
    if (started && isKnown && more === fields) return nothing;
    started = true;
    fields = more;
    if (!isKnown && typeof answer.id === 'string') id = answer.id;
    if (typeof answer.created === 'number' && answer.created > 0) created ??= answer.created;
    return [{ type: 'answer-start', id, created, ...(Object.keys(fields).length === 0 ? {} : { fields }) }];
  }

  function decodeChoice(choice: JsonObject, position: number): readonly Decoded[] {
    const index = isChoiceIndex(choice.index) ? choice.index : position;
    let decoder = choices.get(index);
    if (decoder === undefined) {
      decoder = createChoiceDecoder(index, () => id, traits);
      choices.set(index, decoder);
    }
    return decoder.decode(choice);
  }

  function decode(payload: Json): readonly Decoded[] {
    if (!isJsonObject(payload)) return [malformed('event is no object')];
    const error = findError(payload);
    if (error !== undefined) return [traits.failed(error)];
    const out: Decoded[] = [...start(payload)];
    const list: readonly Json[] = Array.isArray(payload.choices) ? payload.choices : nothing;
    for (let position = 0; position < list.length; position += 1) {
      const choice = list[position];
      if (isJsonObject(choice)) for (const event of decodeChoice(choice, position)) out.push(event);
    }
    const found = findUsage(payload);
    const usage = found === undefined ? undefined : traits.convertUsage(found);
    if (usage !== undefined) out.push({ type: 'usage-report', usage });
    return out;
  }

  /** A finish reason is the mark: what happens to the connection after it changes nothing. */
  function end(): readonly Decoded[] | undefined {
    const inOrder = [...choices.entries()].sort(([a], [b]) => a - b).map(([, choice]) => choice);
    if (inOrder.length === 0 || inOrder.some((choice) => !choice.isFinished())) return undefined;
    return [...inOrder.flatMap((choice) => choice.end()), { type: 'answer-end' }];
  }

  return { decode, end };
}

/** A whole answer is complete by being JSON: where the finish reason is missing, the parts tell it. */
export function decodeWholeAnswer(answer: Json, traits: AnswerTraits): readonly Decoded[] {
  const body: Json = Array.isArray(answer) ? (answer[0] ?? null) : answer;
  if (!isJsonObject(body)) return [malformed('answer is no object')];
  if (!Array.isArray(body.choices) || body.choices.length === 0) {
    const says = [body.error, body.message, body.detail].some((value) => value !== undefined && value !== null);
    return [says ? traits.failed(body) : malformed('answer without choices')];
  }
  const decoder = createAnswerDecoder(traits);
  const choices = body.choices
    .filter(isJsonObject)
    .map((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? 'stop' }));
  return [
    ...decoder.decode({ ...body, choices }, undefined),
    ...(decoder.end(true) ?? [malformed('answer without choices')]),
  ];
}

/** OpenAI gives at most 128 choices (platform.openai.com, `n`); any other number is none. */
const isChoiceIndex = (index: unknown): index is number =>
  Number.isInteger(index) && Number(index) >= 0 && Number(index) < 128;
