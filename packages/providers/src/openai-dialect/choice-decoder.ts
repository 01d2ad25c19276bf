import type { FinishReason, JsonObject } from '@palimpsest/domain';
import { isJsonObject } from '@palimpsest/domain';
import type { Decoded } from '../provider.ts';
import type { AnswerTraits } from './answer-traits.ts';
import { readContent } from './content.ts';
import { createThinkTags, type Parted } from './think-tags.ts';
import { createToolCallReader } from './tool-calls.ts';
import { unknownFields } from './unknown-fields.ts';

export type ChoiceDecoder = {
  /** A choice of a chunk, or of a whole answer. */
  decode(choice: JsonObject): readonly Decoded[];
  isFinished(): boolean;
  end(): readonly Decoded[];
};

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

export function createChoiceDecoder(
  choice: number,
  answerId: () => string | undefined,
  traits: AnswerTraits,
): ChoiceDecoder {
  const calls = createToolCallReader(choice, answerId);
  const tags = traits.thinkTags ? createThinkTags() : undefined;
  let raw: string | undefined;

  function decode(part: JsonObject): readonly Decoded[] {
    if (isJsonObject(part.error)) return [traits.failed({ error: part.error })];
    const message = isJsonObject(part.delta) ? part.delta : isJsonObject(part.message) ? part.message : {};
    const { text, reasoning, refusal } = readContent(message);
    const out: Decoded[] = [];
    if (reasoning !== '') out.push({ type: 'reasoning-delta', choice, text: reasoning });
    if (text !== '' && tags === undefined) out.push({ type: 'text-delta', choice, text });
    else if (text !== '' && tags !== undefined) out.push(...parted(tags.push(text)));
    if (refusal !== '') out.push({ type: 'refusal-delta', choice, text: refusal });
    if (message.tool_calls !== undefined) out.push(...calls.read(message.tool_calls));
    if (isJsonObject(message.function_call)) out.push(...calls.read([inNewForm(message.function_call)]));
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
    if (typeof part.finish_reason === 'string' && part.finish_reason !== '') raw = part.finish_reason;
    return out;
  }

  const parted = ({ reasoning, text }: Parted): readonly Decoded[] => [
    ...(reasoning === '' ? [] : [{ type: 'reasoning-delta', choice, text: reasoning } as const]),
    ...(text === '' ? [] : [{ type: 'text-delta', choice, text } as const]),
  ];

  /** The parts seen decide between `stop` and `tool_calls`: servers say either with either. */
  function finishReason(): FinishReason | 'fault' {
    const mapped = traits.mapFinishReason(raw ?? 'stop');
    const hasCalls = calls.count() > 0;
    if (mapped === 'stop' && hasCalls) return 'tool_calls';
    return mapped === 'tool_calls' && !hasCalls ? 'stop' : mapped;
  }

  function end(): readonly Decoded[] {
    const reason = finishReason();
    if (reason === 'fault') return [traits.failed({ error: { message: 'generation failed', code: raw ?? null } })];
    const rest = calls.end();
    if (rest === undefined)
      return [traits.failed({ error: { message: 'call without a name', code: 'tool_use_failed' } })];
    const held = tags === undefined ? [] : parted(tags.end());
    return [...held, ...rest, { type: 'choice-end', choice, finishReason: reason, raw }];
  }

  return { decode, isFinished: () => raw !== undefined, end };
}
