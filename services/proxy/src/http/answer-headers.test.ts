import { describe, expect, it } from 'vitest';
import { duration } from './answer-headers.ts';

describe('a duration in a header', () => {
  it.each([
    [0, '0ms'],
    [120, '120ms'],
    [8640, '8.64s'],
    [59_999, '59.99s'],
    [360_000, '6m0s'],
    [86_399_000, '23h59m59s'],
  ])('of %i ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});
