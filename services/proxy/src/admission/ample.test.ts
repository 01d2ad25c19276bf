import { type Limit, userId } from '@palimpsest/domain';
import { windowsOf } from '@palimpsest/state';
import { describe, expect, it } from 'vitest';
import { createAmpleUsers, isAmple } from './ample.ts';

const daily = (metric: 'requests' | 'tokens', enforce = true): Limit => ({
  metric,
  amount: 1_000_000,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce,
});
const windowsFor = (...limits: Limit[]) => windowsOf(limits, 'm', 0);
const left = (...amounts: number[]) => amounts.map((remaining) => ({ limit: '', remaining, resetsAtMs: 0 }));
const takes = { requests: 1, tokens: 100, cost: 0 };

describe('a user is far from every limit', () => {
  it('where fifty calls like this one fit into each', () => {
    const windows = windowsFor(daily('tokens'), daily('requests'));
    expect(isAmple(windows, takes, left(5000, 50))).toBe(true);
    expect(isAmple(windows, takes, left(4999, 50))).toBe(false);
    expect(isAmple(windows, takes, left(5000, 49))).toBe(false);
  });

  it('where fifty more may run at once', () => {
    expect(isAmple(windowsFor(), takes, left(50))).toBe(true);
    expect(isAmple(windowsFor(daily('tokens')), takes, left(5000, 49))).toBe(false);
  });

  it('whatever is left of a limit that only counts, and without any limit', () => {
    expect(isAmple(windowsFor(daily('tokens', false)), takes, left(0))).toBe(true);
    expect(isAmple(windowsFor(), takes, [])).toBe(true);
  });
});

describe('who was far from every limit', () => {
  it('is remembered for five seconds, and no longer than until the next word', () => {
    let nowMs = 0;
    const users = createAmpleUsers(() => nowMs);
    const user = userId('usr_1');
    expect(users.has(user)).toBe(false);
    users.note(user, true);
    expect(users.has(user)).toBe(true);
    nowMs = 5000;
    expect(users.has(user)).toBe(false);
    users.note(user, true);
    users.note(user, false);
    expect(users.has(user)).toBe(false);
  });
});
