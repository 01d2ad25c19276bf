import type { FinishReason, Json, JsonObject } from '@palimpsest/domain';
import { isJsonObject } from '@palimpsest/domain';
import type { Decoded } from '../provider.ts';
import type { AnswerTraits } from './answer-traits.ts';
import { readContent } from './content.ts';
import { createThinkTags, type Parted, type ThinkTags } from './think-tags.ts';
import { ToolCallReader } from './tool-calls.ts';
import { unknownFields } from './unknown-fields.ts';

const knownOfChoice = new Set(['index', 'delta', 'message', 'finish_reason', 'usage', 'error']);
const knownOfMessage = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'reasoning_content',
  'reasoning',
  'thinking',
]);

/** The one call of the old form, whose pieces have neither id nor index. */
const inNewForm = (called: JsonObject): JsonObject => ({ index: 'function_call', function: called });

/** One by one: a whole answer may hold more calls than a function takes arguments. */
function add(out: Decoded[], events: readonly Decoded[]): void {
  for (const event of events) out.push(event);
}

/** Reads one choice of an answer, chunk by chunk. */
export class ChoiceDecoder {
  readonly #choice: number;
  readonly #traits: AnswerTraits;
  /** Made with the first call: most choices have none. */
  #calls: ToolCallReader | undefined;
  readonly #tags: ThinkTags | undefined;
  #raw: string | undefined;

  constructor(choice: number, traits: AnswerTraits) {
    this.#choice = choice;
    this.#traits = traits;
    this.#tags = traits.thinkTags ? createThinkTags() : undefined;
  }

  get isFinished(): boolean {
    return this.#raw !== undefined;
  }

  /** A choice of a chunk, or of a whole answer, whose id is `answerId` as far as it is known. */
  decode(part: JsonObject, answerId: string | undefined): readonly Decoded[] {
    if (isJsonObject(part.error)) return [this.#traits.failed({ error: part.error })];
    const choice = this.#choice;
    const message = isJsonObject(part.delta) ? part.delta : isJsonObject(part.message) ? part.message : {};
    const { text, reasoning, refusal } = readContent(message);
    const out: Decoded[] = [];
    if (reasoning !== '') out.push({ type: 'reasoning-delta', choice, text: reasoning });
    if (text !== '' && this.#tags === undefined) out.push({ type: 'text-delta', choice, text });
    else if (text !== '' && this.#tags !== undefined) add(out, this.#parted(this.#tags.push(text)));
    if (refusal !== '') out.push({ type: 'refusal-delta', choice, text: refusal });
    if (message.tool_calls !== undefined) add(out, this.#readCalls(message.tool_calls, answerId));
    if (isJsonObject(message.function_call)) add(out, this.#readCalls([inNewForm(message.function_call)], answerId));
    const fields = unknownFields(part, knownOfChoice);
    const more = unknownFields(message, knownOfMessage);
    if (fields !== undefined || more !== undefined) {
      out.push({
        type: 'choice-fields',
        choice,
        ...(fields === undefined ? {} : { fields }),
        ...(more === undefined ? {} : { message: more }),
      });
    }
    if (typeof part.finish_reason === 'string' && part.finish_reason !== '') this.#raw = part.finish_reason;
    return out;
  }

  end(): readonly Decoded[] {
    const [choice, raw] = [this.#choice, this.#raw];
    const traits = this.#traits;
    const reason = this.#finishReason();
    if (reason === 'fault') return [traits.failed({ error: { message: 'generation failed', code: raw ?? null } })];
    const rest = this.#calls === undefined ? [] : this.#calls.end();
    if (rest === undefined)
      return [traits.failed({ error: { message: 'call without a name', code: 'tool_use_failed' } })];
    const held = this.#tags === undefined ? [] : this.#parted(this.#tags.end());
    return [...held, ...rest, { type: 'choice-end', choice, finishReason: reason, raw }];
  }

  #readCalls(list: Json, answerId: string | undefined): readonly Decoded[] {
    this.#calls ??= new ToolCallReader(this.#choice);
    return this.#calls.read(list, answerId);
  }

  #parted({ reasoning, text }: Parted): readonly Decoded[] {
    const choice = this.#choice;
    return [
      ...(reasoning === '' ? [] : [{ type: 'reasoning-delta', choice, text: reasoning } as const]),
      ...(text === '' ? [] : [{ type: 'text-delta', choice, text } as const]),
    ];
  }

  /** The parts seen decide between `stop` and `tool_calls`: servers say either with either. */
  #finishReason(): FinishReason | 'fault' {
    const mapped = this.#traits.mapFinishReason(this.#raw ?? 'stop');
    const hasCalls = this.#calls !== undefined && this.#calls.count > 0;
    if (mapped === 'stop' && hasCalls) return 'tool_calls';
    return mapped === 'tool_calls' && !hasCalls ? 'stop' : mapped;
  }
}
