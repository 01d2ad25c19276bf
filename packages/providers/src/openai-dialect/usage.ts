import { isJsonObject, type Json, type JsonObject, type Usage, usageOf } from '@palimpsest/domain';

/** A token count: a whole number that is not negative. Everything else counts as not given. */
export const count = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;

/**
 * OpenAI's own counts: each total includes its parts. All zeros means that the server does not count.
 * https://platform.openai.com/docs/api-reference/chat/object
 */
export function convertUsage(usage: JsonObject): Usage | undefined {
  const promptTokens = count(usage.prompt_tokens) ?? 0;
  const completionTokens = count(usage.completion_tokens) ?? 0;
  if (promptTokens + completionTokens === 0) return undefined;
  const prompt = isJsonObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const completion = isJsonObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  return usageOf({
    promptTokens,
    cachedTokens: count(prompt.cached_tokens) ?? 0,
    cacheWriteTokens: count(prompt.cache_write_tokens) ?? 0,
    completionTokens,
    reasoningTokens: count(completion.reasoning_tokens) ?? 0,
  });
}
