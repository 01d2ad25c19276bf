import { type Json, type JsonObject, type Usage, usageOf } from '@palimpsest/domain';

/**
 * `usageMetadata`; `undefined` where it holds no counts. The prompt includes what came from the cache and leaves out what tools brought in;
 * the candidates leave out the thoughts. Each report is the total so far.
 */
export function convertUsage(native: JsonObject): Usage | undefined {
  if (native.promptTokenCount === undefined && native.totalTokenCount === undefined) return undefined;
  const reasoningTokens = count(native.thoughtsTokenCount);
  return usageOf({
    promptTokens: count(native.promptTokenCount) + count(native.toolUsePromptTokenCount),
    cachedTokens: count(native.cachedContentTokenCount),
    completionTokens: count(native.candidatesTokenCount) + reasoningTokens,
    reasoningTokens,
  });
}

const count = (value: Json | undefined): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0);
