import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import type { SimulatedCall } from '../simulated-call.ts';
import { vectorOf } from '../vector-of.ts';
import { badRequest, unknownName } from './error-body.ts';

const mostRequests = 100;
const members = new Set(['model', 'content', 'taskType', 'title', 'outputDimensionality']);

const requestsOf = ({ requests }: JsonObject): readonly JsonObject[] =>
  Array.isArray(requests) ? (requests as readonly Json[]).filter(isJsonObject) : [];

/** What Gemini finds wrong with a batch. @see https://ai.google.dev/api/embeddings */
export function refuseEmbeddings(body: JsonObject): Refusal | undefined {
  const requests = requestsOf(body);
  if (requests.length === 0) return badRequest('* BatchEmbedContentsRequest.requests: requests must not be empty\n');
  if (requests.length > mostRequests)
    return badRequest('* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch\n');
  for (const [at, request] of requests.entries()) {
    const unknown = Object.keys(request).find((name) => !members.has(name));
    if (unknown !== undefined) return unknownName(unknown, `requests[${at}]`);
    if (typeof request.model !== 'string' || !request.model.startsWith('models/'))
      return badRequest(`* BatchEmbedContentsRequest.requests[${at}].model: unexpected model name format\n`);
  }
  return undefined;
}

/** As many vectors as requests; shortened ones are not brought to the length 1, and no usage is told. */
export const embeddingsBody = (call: SimulatedCall): JsonObject => ({
  embeddings: requestsOf(call.body).map(({ content, outputDimensionality: dimensions }) => {
    const vector = vectorOf(content, dimensions);
    return { values: dimensions === undefined ? vector : vector.map((value) => value / 2) };
  }),
});
