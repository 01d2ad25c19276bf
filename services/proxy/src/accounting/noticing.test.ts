import type { ToldLimit } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { createNoticing } from './noticing.ts';

const told = (remaining: number, more: Partial<ToldLimit> = {}): ToldLimit => ({
  metric: 'requests',
  period: 'minute',
  refill: 'drip',
  limit: 1000,
  remaining,
  resetsInMs: 1000,
  model: 'm',
  source: 'header',
  confidence: 'told',
  ...more,
});

function noticing() {
  let nowMs = 0;
  const notices = createNoticing(() => nowMs);
  return {
    isNews: (limit: ToldLimit, tag = 'key'): boolean => notices.noticed(tag, [limit]).length === 1,
    pass: (ms: number): void => {
      nowMs += ms;
    },
  };
}

describe('what a provider tells is news', () => {
  it('the first time, and then when it has changed by a fiftieth of the limit', () => {
    const { isNews } = noticing();
    expect([900, 899, 890, 881, 880, 870].map((left) => isNews(told(left)))).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('every time when little is left', () => {
    const { isNews } = noticing();
    expect([100, 99, 98].map((left) => isNews(told(left)))).toEqual([true, true, true]);
  });

  it('every time where the limit is small', () => {
    const { isNews } = noticing();
    expect([20, 19, 18].map((left) => isNews(told(left, { limit: 20 })))).toEqual([true, true, true]);
  });

  it('when the limit itself has changed', () => {
    const { isNews } = noticing();
    expect([told(900), told(900), told(900, { limit: 2000 })].map((limit) => isNews(limit))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('again after a minute', () => {
    const { isNews, pass } = noticing();
    isNews(told(900));
    pass(59_999);
    expect(isNews(told(900))).toBe(false);
    pass(1);
    expect(isNews(told(900))).toBe(true);
  });

  it('whenever it comes with an error', () => {
    const { isNews } = noticing();
    const refused = told(0, { source: 'error' });
    expect([refused, refused].map((limit) => isNews(limit))).toEqual([true, true]);
  });

  it('apart for each key, model and metric', () => {
    const { isNews } = noticing();
    expect(isNews(told(900))).toBe(true);
    expect(isNews(told(900), 'other')).toBe(true);
    expect(isNews(told(900, { model: 'n' }))).toBe(true);
    expect(isNews(told(900, { metric: 'tokens' }))).toBe(true);
  });
});
