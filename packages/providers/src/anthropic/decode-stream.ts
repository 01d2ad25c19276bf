import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { type EventDecoder, malformed } from '../answer-decoding.ts';
import type { Decoded } from '../provider.ts';
import { classify } from './classify.ts';
import { convertUsage, mergeUsage, type NativeUsage } from './convert-usage.ts';
import { createBlockDecoder } from './decode-blocks.ts';
import { mapFinishReason } from './map-finish-reason.ts';

const objectOr = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Events of the Messages API (platform.claude.com, "Streaming messages"). Kinds of events that it may add later are passed over, as it asks. */
export function newDecoder(): EventDecoder {
  const blocks = createBlockDecoder();
  let messageId: Json | undefined;
  let usage: NativeUsage = {};
  let ending: JsonObject = {};
  let isStopped = false;
  let hasContent = false;

  function report(counts: Json | undefined): readonly Decoded[] {
    if (!isJsonObject(counts)) return [];
    usage = mergeUsage(usage, counts);
    return [{ type: 'usage-report', usage: convertUsage(usage) }];
  }

  /** A proxy that tried again in mid-stream sends a second start. The same one twice is harmless, another answer glued to the first is not. */
  function begin(message: JsonObject): readonly Decoded[] {
    const id = message.id ?? '';
    if (messageId !== undefined) return id === messageId && !hasContent ? [] : [malformed('a second answer began')];
    messageId = id;
    const start: Decoded = {
      type: 'answer-start',
      id: typeof id === 'string' && id !== '' ? id : undefined,
      created: undefined,
    };
    return [start, ...report(message.usage)];
  }

  function decode(payload: Json): readonly Decoded[] {
    if (!isJsonObject(payload)) return [malformed('event is not an object')];
    if (isStopped) return [];
    switch (payload.type) {
      case 'message_start':
        return begin(objectOr(payload.message));
      case 'content_block_start':
        hasContent = true;
        return blocks.start(payload.index, objectOr(payload.content_block));
      case 'content_block_delta':
        hasContent = true;
        return blocks.delta(payload.index, objectOr(payload.delta));
      case 'content_block_stop':
        return blocks.stop(payload.index);
      case 'message_delta':
        ending = endingOf(ending, objectOr(payload.delta));
        return report(payload.usage);
      case 'message_stop':
        isStopped = true;
        return [];
      default:
        return payload.error === undefined ? [] : [{ type: 'failure', failure: classify({ at: 'stream', payload }) }];
    }
  }

  function end(clean: boolean): readonly Decoded[] | undefined {
    const raw = typeof ending.stop_reason === 'string' ? ending.stop_reason : undefined;
    if (!isStopped && !(clean && raw !== undefined)) return undefined;
    const finishReason = mapFinishReason(raw, blocks.hasToolCalls());
    return [
      ...blocks.end(),
      ...explanation(raw, objectOr(ending.stop_details)),
      { type: 'choice-end', choice: 0, finishReason, raw },
      { type: 'answer-end' },
    ];
  }

  return { decode, end };
}

/** What is read of how an answer ended; the last word counts. */
const endingOf = (
  before: JsonObject,
  { stop_reason = before.stop_reason, stop_details = before.stop_details }: JsonObject,
) => ({
  stop_reason,
  stop_details,
});

/** Why the model refused, where the provider says so. */
const explanation = (stopReason: string | undefined, details: JsonObject): readonly Decoded[] =>
  stopReason === 'refusal' && typeof details.explanation === 'string'
    ? [{ type: 'refusal-delta', choice: 0, text: details.explanation }]
    : [];
