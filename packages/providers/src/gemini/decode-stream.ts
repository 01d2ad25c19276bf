import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { type EventDecoder, malformed } from '../answer-decoding.ts';
import type { Decoded } from '../provider.ts';
import { classify } from './classify.ts';
import { convertUsage } from './convert-usage.ts';
import { type CandidateDecoder, createCandidateDecoder } from './decode-candidate.ts';

/**
 * Chunks of `streamGenerateContent`, each a whole response of its own. There is no end mark but the `finishReason`, and the last usage may come
 * after it: the end is told when the body ends.
 */
export function newDecoder(): EventDecoder {
  const candidates = new Map<number, CandidateDecoder>();
  let hasBegun = false;
  let responseId: string | undefined;
  let block: JsonObject | undefined;

  function begin(chunk: JsonObject): readonly Decoded[] {
    if (typeof chunk.responseId === 'string') responseId ??= chunk.responseId;
    if (hasBegun) return [];
    hasBegun = true;
    return [{ type: 'answer-start', id: responseId, created: undefined }];
  }

  function candidate(answer: Json): readonly Decoded[] {
    if (!isJsonObject(answer)) return [];
    // At most 8 candidates can be asked for; any other number is none.
    const given = Number.isInteger(answer.index) ? Number(answer.index) : 0;
    const choice = given >= 0 && given < 128 ? given : 0;
    const decoder = candidates.get(choice) ?? createCandidateDecoder(choice);
    candidates.set(choice, decoder);
    return decoder.decode(answer, responseId);
  }

  function usage(chunk: JsonObject): readonly Decoded[] {
    const counts = isJsonObject(chunk.usageMetadata) ? convertUsage(chunk.usageMetadata) : undefined;
    return counts === undefined ? [] : [{ type: 'usage-report', usage: counts }];
  }

  function decode(payload: Json): readonly Decoded[] {
    return Array.isArray(payload) ? (payload as readonly Json[]).flatMap(decodeChunk) : decodeChunk(payload);
  }

  function decodeChunk(payload: Json): readonly Decoded[] {
    if (!isJsonObject(payload)) return [malformed('event is not an object')];
    if (payload.error !== undefined) return [{ type: 'failure', failure: classify({ at: 'stream', payload }) }];
    const { promptFeedback, candidates: answers } = payload;
    if (isJsonObject(promptFeedback) && promptFeedback.blockReason !== undefined) block = promptFeedback;
    const events = Array.isArray(answers) ? (answers as readonly Json[]) : [];
    return [...begin(payload), ...events.flatMap(candidate), ...usage(payload)];
  }

  function end(): readonly Decoded[] | undefined {
    if (candidates.size === 0) return block === undefined ? undefined : blocked(block);
    const all = [...candidates.values()];
    if (!all.every((decoder) => decoder.isFinished())) return undefined;
    return [...all.flatMap((decoder) => decoder.end()), { type: 'answer-end' }];
  }

  return { decode, end };
}

/** The prompt was not answered at all: an answer of its own kind, not a failure of the key. */
function blocked(feedback: JsonObject): readonly Decoded[] {
  const { blockReason, blockReasonMessage } = feedback;
  const raw = typeof blockReason === 'string' ? blockReason : undefined;
  const text = typeof blockReasonMessage === 'string' ? blockReasonMessage : '';
  return [
    ...(text === '' ? [] : ([{ type: 'refusal-delta', choice: 0, text }] as const)),
    { type: 'choice-end', choice: 0, finishReason: 'content_filter', raw },
    { type: 'answer-end' },
  ];
}
