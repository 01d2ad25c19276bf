import { type EmbeddingsCall, isJsonObject, type Json, type JsonObject, parseJson } from '@palimpsest/domain';
import { malformed, notJson } from '../answer-decoding.ts';
import { embeddingEvents, readVector } from '../embeddings/vectors.ts';
import type { DecodedAnswer, NativeRequest, Provider } from '../provider.ts';
import { count } from './usage.ts';

/** The client's own body; only the model's name is set. A member of `changes` that is `undefined` is left out. */
export const embeddingsRequest = (call: EmbeddingsCall, secret: string, changes: JsonObject = {}): NativeRequest => ({
  method: 'POST',
  path: '/embeddings',
  headers: {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    accept: 'application/json',
  },
  body: JSON.stringify({ ...call.body, model: call.model, ...changes }),
});

/** Reads `{"data":[{"index","embedding"}],"usage"}`; a body with an error in it is what `classify` makes of it. */
export const embeddingsReader =
  (classify: Provider['classify']): Provider['fromNativeEmbeddings'] =>
  (body): readonly DecodedAnswer[] => {
    const answer = parseJson(body);
    if (answer === undefined || !isJsonObject(answer)) return [notJson(body, { classify })];
    if (!Array.isArray(answer.data)) {
      const says = answer.error !== undefined && answer.error !== null;
      return [
        says
          ? { type: 'failure', failure: classify({ at: 'stream', payload: answer }) }
          : malformed('answer without data'),
      ];
    }
    const vectors = (answer.data as readonly Json[]).filter(isJsonObject).map((entry, position) => ({
      index: Number.isInteger(entry.index) ? Number(entry.index) : position,
      vector: readVector(entry.embedding),
    }));
    const usage: JsonObject = isJsonObject(answer.usage) ? answer.usage : {};
    return embeddingEvents(vectors, count(usage.prompt_tokens) ?? count(usage.total_tokens));
  };
