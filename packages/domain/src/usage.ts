/** Token counts in OpenAI's convention for every provider: each total includes its parts. Providers convert at the edge. */
export type Usage = {
  /** Includes `cachedTokens` and `cacheWriteTokens`. */
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** Includes `reasoningTokens`. */
  readonly completionTokens: number;
  readonly reasoningTokens: number;
  readonly totalTokens: number;
};

export const noUsage: Usage = {
  promptTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  totalTokens: 0,
};

/** Completes a partial count: missing parts are 0, the total is the sum, cached tokens never exceed the prompt. */
export function usageOf(counts: Partial<Omit<Usage, 'totalTokens'>>): Usage {
  const promptTokens = counts.promptTokens ?? 0;
  const completionTokens = counts.completionTokens ?? 0;
  return {
    promptTokens,
    cachedTokens: Math.min(counts.cachedTokens ?? 0, promptTokens),
    cacheWriteTokens: counts.cacheWriteTokens ?? 0,
    completionTokens,
    reasoningTokens: counts.reasoningTokens ?? 0,
    totalTokens: promptTokens + completionTokens,
  };
}

export const sumOfUsage = (a: Usage, b: Usage): Usage =>
  usageOf({
    promptTokens: a.promptTokens + b.promptTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  });

/** More tokens than any model reads or writes in one call: a count beyond it is no count. */
export const mostTokens = 1_000_000_000;

/** Whether these can be the counts of one call. A provider may tell anything; what cannot be is not counted. */
export const isPlausible = (usage: Usage): boolean =>
  Object.values(usage).every((count) => Number.isSafeInteger(count) && count >= 0 && count <= mostTokens);
