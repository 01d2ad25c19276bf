import { type EmbeddingEvent, type Json, type Usage, usageOf } from '@palimpsest/domain';
import { malformed } from '../answer-decoding.ts';
import type { DecodedAnswer } from '../provider.ts';

const isNumbers = (value: Json | undefined): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'number');

/** A vector as providers write it: numbers, or base64 of 32-bit floats. `undefined`: none. */
export function readVector(value: Json | undefined): EmbeddingEvent['vector'] | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return isNumbers(value) ? value : undefined;
}

/** The events of an answer; a vector that is none makes it a failure, since the vectors are told apart by their places alone. */
export function embeddingEvents(
  vectors: readonly { readonly index: number; readonly vector: EmbeddingEvent['vector'] | undefined }[],
  promptTokens: number | undefined,
): readonly DecodedAnswer[] {
  const events: DecodedAnswer[] = [];
  for (const { index, vector } of vectors) {
    if (vector === undefined) return [malformed('an embedding is no vector')];
    events.push({ type: 'embedding', index, vector });
  }
  if (events.length === 0) return [malformed('answer without embeddings')];
  return [...events, ...usageReport(promptTokens), { type: 'answer-end' }];
}

function usageReport(promptTokens: number | undefined): readonly DecodedAnswer[] {
  if (promptTokens === undefined) return [];
  const usage: Usage = usageOf({ promptTokens });
  return [{ type: 'usage-report', usage }];
}
