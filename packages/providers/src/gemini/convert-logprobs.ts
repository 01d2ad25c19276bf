import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';

/** `logprobsResult` as OpenAI's `logprobs.content`: each token with its log probability, its bytes and the likeliest others. */
export function convertLogprobs(result: JsonObject): readonly JsonObject[] {
  const top = listOf(result.topCandidates);
  return listOf(result.chosenCandidates).map((chosen, index) => ({
    ...token(chosen),
    top_logprobs: listOf(top[index]?.candidates).map(token),
  }));
}

const listOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];

function token(candidate: JsonObject): JsonObject {
  const text = typeof candidate.token === 'string' ? candidate.token : '';
  return {
    token: text,
    logprob: typeof candidate.logProbability === 'number' ? candidate.logProbability : 0,
    bytes: [...Buffer.from(text, 'utf8')],
  };
}
