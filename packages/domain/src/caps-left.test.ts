import { describe, expect, it } from 'vitest';
import { capsLeft } from './caps-left.ts';
import { providerKeyId } from './ids.ts';
import { type Limit, limitName } from './limit.ts';

const requests = (amount: number, period: 'minute' | 'day' | 'month' = 'day', enforce = true): Limit => ({
  metric: 'requests',
  amount,
  period,
  timeZone: 'UTC',
  models: undefined,
  enforce,
});
const key = (id: string, quotaGroup: string | undefined, ...left: readonly (readonly [Limit, number])[]) => ({
  key: { id: providerKeyId(id), quotaGroup, limits: left.map(([limit]) => limit) },
  standing: {
    remaining: left.map(([limit, remaining]) => ({ limit: limitName(limit), remaining, resetsAtMs: 0 })),
  },
});

describe('what keys have left together', () => {
  it('counts each by its tightest day or month limit, and nothing where there is none', () => {
    const month = [requests(1000, 'month'), 12] as const;
    expect(capsLeft([key('a', undefined, [requests(200), 30], month), key('b', undefined, month)])).toEqual({
      left: 24,
      amount: 2000,
    });
    const paced = key('c', undefined, [requests(5, 'minute'), 1], [requests(9, 'day', false), 2]);
    expect(capsLeft([paced, key('d', undefined)])).toBeUndefined();
  });

  it('is counted of tokens and of money apart, money in nano-USD', () => {
    const daily = { period: 'day', timeZone: 'UTC', models: undefined, enforce: true } as const;
    const keys = [
      key('a', undefined, [requests(200), 30], [{ ...daily, metric: 'cost', amount: '2.50' }, 500_000_000]),
      key('b', undefined, [{ ...daily, metric: 'tokens', amount: 1000 }, 10]),
    ];
    expect(capsLeft(keys, 'cost')).toEqual({ left: 500_000_000, amount: 2_500_000_000 });
    expect(capsLeft(keys, 'tokens')).toEqual({ left: 10, amount: 1000 });
  });

  it('counts a quota group once', () => {
    const group = ['a', 'b', 'c'].map((id) => key(id, 'one', [requests(200), 150]));
    expect(capsLeft([...group, key('d', undefined, [requests(50), 7])])).toEqual({ left: 157, amount: 250 });
  });
});
