import { describe, expect, it } from 'vitest';
import { convertUsage } from './convert-usage.ts';

describe('usage of compatible servers', () => {
  it('of xAI has the thinking apart from the answer: it is added, and the total stays what it told', () => {
    const told = { prompt_tokens: 12, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 100 } };
    expect(convertUsage({ ...told, total_tokens: 117 })).toMatchObject({
      completionTokens: 105,
      reasoningTokens: 100,
      totalTokens: 117,
    });
  });

  it('of others has it inside', () => {
    const told = { prompt_tokens: 12, completion_tokens: 105, completion_tokens_details: { reasoning_tokens: 100 } };
    expect(convertUsage({ ...told, total_tokens: 117 })).toMatchObject({ completionTokens: 105, totalTokens: 117 });
    expect(convertUsage(told)).toMatchObject({ completionTokens: 105, totalTokens: 117 });
  });

  it('of DeepSeek names the cached part in its own way', () => {
    const told = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
    expect(convertUsage({ ...told, prompt_cache_hit_tokens: 16, prompt_cache_miss_tokens: 4 })).toMatchObject({
      promptTokens: 20,
      cachedTokens: 16,
    });
  });

  it('of more cached tokens than the prompt has is cut to the prompt', () => {
    const told = { prompt_tokens: 20, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 30 } };
    expect(convertUsage(told)?.cachedTokens).toBe(20);
  });
});
