import { userId } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { createAmpleUsers, isAmple } from './ample.ts';

const window = (limit: string, reserve: number, enforce = true) => ({
  limit,
  metric: 'tokens' as const,
  amount: 1_000_000,
  reserve,
  enforce,
  period: 'day' as const,
  timeZone: 'UTC',
  startMs: 0,
  endMs: 1,
  nextEndMs: 2,
});
const left = (limit: string, remaining: number) => ({ limit, remaining, resetsAtMs: 0 });

describe('a user is far from every limit', () => {
  it('where fifty calls like this one fit into each', () => {
    const windows = [window('a', 100), window('b', 1)];
    expect(isAmple(windows, [left('a', 5000), left('b', 50)])).toBe(true);
    expect(isAmple(windows, [left('a', 4999), left('b', 50)])).toBe(false);
    expect(isAmple(windows, [left('a', 5000), left('b', 49)])).toBe(false);
  });

  it('where fifty more may run at once', () => {
    expect(isAmple([], [left('concurrent', 50)])).toBe(true);
    expect(isAmple([], [left('concurrent', 49)])).toBe(false);
  });

  it('whatever is left of a limit that only counts, and without any limit', () => {
    expect(isAmple([window('a', 100, false)], [left('a', 0)])).toBe(true);
    expect(isAmple([], [])).toBe(true);
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
