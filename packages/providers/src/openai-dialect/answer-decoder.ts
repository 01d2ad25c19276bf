import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { type EventDecoder, malformed } from '../answer-decoding.ts';
import type { Decoded } from '../provider.ts';
import type { AnswerTraits } from './answer-traits.ts';
import { ChoiceDecoder } from './choice-decoder.ts';
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

const noFields: JsonObject = {};

/** A server that gives more fields has lost its way: each chunk of the answer has all of them. */
const mostFields = 256;

/** Nearly every chunk brings one thing: what it does not bring costs no list. */
const nothing: readonly never[] = [];

/** Reads chunks, and a whole answer as one chunk with messages in place of deltas. */
export class AnswerDecoder implements EventDecoder {
  readonly #traits: AnswerTraits;
  /** By their numbers, which nearly always are one, 0: V8 keeps no room for more in a list that is written with one. */
  readonly #choices: (ChoiceDecoder | undefined)[] = [undefined];
  #isStarted = false;
  #id: string | undefined;
  #created: number | undefined;
  #fields: JsonObject = noFields;
  #isFull = false;

  constructor(traits: AnswerTraits) {
    this.#traits = traits;
  }

  decode(payload: Json): readonly Decoded[] {
    if (!isJsonObject(payload)) return [malformed('event is no object')];
    const error = findError(payload);
    if (error !== undefined) return [this.#traits.failed(error)];
    const out: Decoded[] = [...this.#start(payload)];
    const list: readonly Json[] = Array.isArray(payload.choices) ? payload.choices : nothing;
    for (let position = 0; position < list.length; position += 1) {
      const choice = list[position];
      if (isJsonObject(choice)) for (const event of this.#decodeChoice(choice, position)) out.push(event);
    }
    const found = findUsage(payload);
    const usage = found === undefined ? undefined : this.#traits.convertUsage(found);
    if (usage !== undefined) out.push({ type: 'usage-report', usage });
    return out;
  }

  /** A finish reason is the mark: what happens to the connection after it changes nothing. */
  end(): readonly Decoded[] | undefined {
    const choices = this.#choices.filter((choice) => choice !== undefined);
    if (choices.length === 0 || choices.some((choice) => !choice.isFinished)) return undefined;
    return [...choices.flatMap((choice) => choice.end()), { type: 'answer-end' }];
  }

  /** The start comes again where a later chunk knows more: Azure's first has no id, xAI's last has the citations. */
  #start(answer: JsonObject): readonly Decoded[] {
    const more = this.#isFull ? this.#fields : addUnknown(this.#fields, answer, known);
    const isKnown = this.#id !== undefined || typeof answer.id !== 'string' || answer.id === '';
    if (this.#isStarted && isKnown && more === this.#fields) return nothing;
    this.#isStarted = true;
    if (more !== this.#fields) this.#isFull = Object.keys(more).length > mostFields;
    this.#fields = more;
    if (!isKnown && typeof answer.id === 'string') this.#id = answer.id;
    if (typeof answer.created === 'number' && answer.created > 0) this.#created ??= answer.created;
    const fields = Object.keys(more).length === 0 ? {} : { fields: more };
    return [{ type: 'answer-start', id: this.#id, created: this.#created, ...fields }];
  }

  #decodeChoice(choice: JsonObject, position: number): readonly Decoded[] {
    const index = isChoiceIndex(choice.index) ? choice.index : position;
    let decoder = this.#choices[index];
    if (decoder === undefined) {
      decoder = new ChoiceDecoder(index, this.#traits);
      this.#choices[index] = decoder;
    }
    return decoder.decode(choice, this.#id);
  }
}

/** A whole answer is complete by being JSON: where the finish reason is missing, the parts tell it. */
export function decodeWholeAnswer(answer: Json, traits: AnswerTraits): readonly Decoded[] {
  const body: Json = Array.isArray(answer) ? (answer[0] ?? null) : answer;
  if (!isJsonObject(body)) return [malformed('answer is no object')];
  if (!Array.isArray(body.choices) || body.choices.length === 0) {
    const says = [body.error, body.message, body.detail].some((value) => value !== undefined && value !== null);
    return [says ? traits.failed(body) : malformed('answer without choices')];
  }
  const decoder = new AnswerDecoder(traits);
  const choices = body.choices
    .filter(isJsonObject)
    .map((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? 'stop' }));
  return [...decoder.decode({ ...body, choices }), ...(decoder.end() ?? [malformed('answer without choices')])];
}

/** OpenAI gives at most 128 choices (platform.openai.com, `n`); any other number is none. */
const isChoiceIndex = (index: unknown): index is number =>
  Number.isInteger(index) && Number(index) >= 0 && Number(index) < 128;
