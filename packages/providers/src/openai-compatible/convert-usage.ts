import { isJsonObject, type JsonObject, type Usage, usageOf } from '@palimpsest/domain';
import { convertUsage as convertOpenAiUsage, count } from '../openai-dialect/usage.ts';

/**
 * Two deviations from OpenAI's counts. xAI leaves reasoning out of `completion_tokens`; its total tells, being the sum of all three.
 * DeepSeek names the cached part `prompt_cache_hit_tokens` (https://api-docs.deepseek.com/guides/kv_cache).
 */
export function convertUsage(usage: JsonObject): Usage | undefined {
  const counts = convertOpenAiUsage(usage);
  if (counts === undefined) return undefined;
  const apart = counts.promptTokens + counts.completionTokens + counts.reasoningTokens === count(usage.total_tokens);
  const cached = isJsonObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details.cached_tokens : undefined;
  return usageOf({
    ...counts,
    cachedTokens: count(cached) ?? count(usage.prompt_cache_hit_tokens) ?? 0,
    completionTokens: counts.completionTokens + (apart ? counts.reasoningTokens : 0),
  });
}
