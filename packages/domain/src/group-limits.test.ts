import { describe, expect, it } from 'vitest';
import { withGroupLimits } from './group-limits.ts';
import type { Limit } from './limit.ts';

const perDay = (amount: number, enforce = true): Limit => ({
  metric: 'requests',
  amount,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce,
});
const key = (quotaGroup: string | undefined, ...limits: Limit[]) => ({ quotaGroup, limits });
const amounts = (keys: readonly { limits: readonly Limit[] }[]) =>
  keys.map(({ limits }) => limits.map(({ amount }) => amount));

describe('keys of one quota group', () => {
  it('all have the tightest of its limits, also those that were given none', () => {
    expect(amounts(withGroupLimits([key('g', perDay(9)), key('g', perDay(5)), key('g')]))).toEqual([[5], [5], [5]]);
  });

  it('keep limits of different kinds side by side', () => {
    expect(amounts(withGroupLimits([key('g', perDay(9)), key('g', { metric: 'concurrent', amount: 2 })]))).toEqual([
      [9, 2],
      [9, 2],
    ]);
  });

  it('put an enforced limit before a tighter one that only counts', () => {
    expect(amounts(withGroupLimits([key('g', perDay(1, false)), key('g', perDay(7))]))[0]).toEqual([7]);
  });

  it('leave keys of other groups and of none alone', () => {
    expect(amounts(withGroupLimits([key('g', perDay(3)), key('h', perDay(8)), key(undefined, perDay(9))]))).toEqual([
      [3],
      [8],
      [9],
    ]);
  });
});
