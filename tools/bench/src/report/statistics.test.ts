import { describe, expect, it } from 'vitest';
import { median, quantile, ratios, spreadOf } from './statistics.ts';

describe('statistics', () => {
  it('take the middle value, and the mean of two', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
    expect(median([])).toBeNaN();
  });

  it('take the least value that a share of all do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([quantile(hundred, 0.5), quantile(hundred, 0.99), quantile(hundred, 1), quantile([5], 0.01)]).toEqual([
      50, 99, 100, 5,
    ]);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('divide what belongs to one round, and leave out rounds with a side missing', () => {
    expect(ratios([2, 6, Number.NaN, 9], [1, 2, 3])).toEqual({ median: 2.5, least: 2, most: 3 });
  });

  it('tell how far the rounds lie apart', () => {
    expect(spreadOf([3, 9, 6])).toEqual({ median: 6, least: 3, most: 9 });
  });
});
