import { describe, expect, it } from 'vitest';
import { isPlausible, usageOf } from './usage.ts';

describe('counts of a call', () => {
  it('are plausible up to what a model can do', () => {
    expect(isPlausible(usageOf({ promptTokens: 2_000_000, completionTokens: 100_000 }))).toBe(true);
  });

  it.each([-5, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e308, 2 ** 53])('are not with %d', (promptTokens) => {
    expect(isPlausible({ ...usageOf({}), promptTokens })).toBe(false);
  });
});
