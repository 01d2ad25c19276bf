import {
  type EmbeddingEvent,
  type EmbeddingsCall,
  inputsOf,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '@palimpsest/domain';
import { malformed, notJson } from '../answer-decoding.ts';
import { allOrRefusal, isRefusal, refuse } from '../conversation/refuse.ts';
import { embeddingEvents, readVector } from '../embeddings/vectors.ts';
import type { DecodedAnswer, NativeRequest, Refusal } from '../provider.ts';
import { classify } from './classify.ts';
import { resource } from './resource.ts';

/** ai.google.dev, "Embeddings": requests in one batch. */
const mostInputs = 100;

export function toNativeEmbeddings({ body, model }: EmbeddingsCall, secret: string): NativeRequest | Refusal {
  const inputs = inputsOf(body);
  if (inputs.length > mostInputs)
    return refuse('input', `Gemini takes at most ${mostInputs} inputs at once.`, 'invalid_value');
  const dimensions = typeof body.dimensions === 'number' ? { outputDimensionality: body.dimensions } : {};
  const requests = allOrRefusal(
    inputs.map((input): JsonObject | Refusal =>
      typeof input === 'string'
        ? { model: resource(model), content: { parts: [{ text: input }] }, ...dimensions }
        : refuse('input', 'Gemini takes texts; the tokens of another model mean nothing to it.'),
    ),
  );
  if (isRefusal(requests)) return requests;
  return {
    method: 'POST',
    path: `/v1beta/${resource(model)}:batchEmbedContents`,
    headers: { 'x-goog-api-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  };
}

/** `{"embeddings":[{"values":[…]}]}` in the order of the requests; older models tell no usage. */
export function fromNativeEmbeddings(body: string): readonly DecodedAnswer[] {
  const answer = parseJson(body);
  if (answer === undefined || !isJsonObject(answer)) return [notJson(body, { classify })];
  if (answer.error !== undefined) return [{ type: 'failure', failure: classify({ at: 'stream', payload: answer }) }];
  if (!Array.isArray(answer.embeddings)) return [malformed('answer without embeddings')];
  const vectors = (answer.embeddings as readonly Json[]).map((entry, index) => {
    const vector = readVector(isJsonObject(entry) ? entry.values : undefined);
    return { index, vector: vector && unitLength(vector) };
  });
  const usage = isJsonObject(answer.usageMetadata) ? answer.usageMetadata.promptTokenCount : undefined;
  return embeddingEvents(vectors, typeof usage === 'number' ? usage : undefined);
}

/** OpenAI's vectors have the length 1, and clients count on it; the API leaves shortened ones as they were cut. */
function unitLength(vector: EmbeddingEvent['vector']): EmbeddingEvent['vector'] {
  if (typeof vector === 'string') return vector;
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 || Math.abs(length - 1) < 1e-3 ? vector : vector.map((value) => value / length);
}
