import { describe, expect, it } from 'vitest';
import { limitName } from '../../../../packages/domain/src/index.ts';
import { limitAmount, limitWords, remainingOf, type ShownLimit, shareLeft } from './limit-words.ts';

const perDay: ShownLimit = { metric: 'requests', amount: 200, period: 'day', time_zone: 'UTC' };

describe('limitWords', () => {
  it('reads as a measure, and names a zone and models only where there are any', () => {
    expect(limitWords(perDay)).toBe('requests per day');
    expect(limitWords({ ...perDay, metric: 'cost', period: 'month', time_zone: 'Europe/Berlin' })).toBe(
      'per month (Europe/Berlin)',
    );
    expect(limitWords({ ...perDay, period: 'minute', models: ['gpt-4o', 'o3'] })).toBe(
      'requests per minute, gpt-4o, o3 only',
    );
    expect(limitWords({ metric: 'concurrent', amount: 4 })).toBe('at once');
  });
});

describe('limitAmount', () => {
  it('keeps money as it was given', () => {
    expect(limitAmount('cost', '2.500000001')).toBe('$2.500000001');
  });
});

describe('remainingOf', () => {
  it('finds what is left by the name of the counter', () => {
    const limit: ShownLimit = { ...perDay, time_zone: 'Europe/Berlin', models: ['o3', 'gpt-4o'] };
    const left = {
      limit: 'requests:day:Europe/Berlin:gpt-4o,o3',
      metric: 'requests' as const,
      remaining: 7,
      resets_at: '2026-12-01T00:00:00.000Z',
    };
    expect(remainingOf(limit, [{ ...left, limit: 'requests:day:UTC' }, left])).toBe(left);
    expect(remainingOf(perDay, [left])).toBeUndefined();
  });

  it('calls a counter what the gateway calls it, whatever signs the names of models have', () => {
    for (const models of [undefined, ['o3', 'gpt-4o'], ['b,a', 'a'], ['50%,off', '%2C'], ['a:b']]) {
      const counter = limitName({ metric: 'tokens', amount: 1, period: 'day', timeZone: 'UTC', models, enforce: true });
      const left = { limit: counter, metric: 'tokens' as const, remaining: 7, resets_at: null };
      const shown: ShownLimit = { metric: 'tokens', amount: 1, period: 'day', time_zone: 'UTC' };
      expect(remainingOf(models === undefined ? shown : { ...shown, models }, [left])).toBe(left);
    }
  });
});

describe('shareLeft', () => {
  it('stays between nothing and all', () => {
    expect(shareLeft(200, 50)).toBe(0.25);
    expect(shareLeft('2.50', '0.25')).toBeCloseTo(0.1);
    expect([shareLeft(5, -1), shareLeft(5, 9), shareLeft(0, 0)]).toEqual([0, 1, 0]);
  });
});
