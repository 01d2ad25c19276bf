import type { Limit } from '@palimpsest/domain';
import { expect, test } from 'vitest';
import { concurrentLimit, windowsAt, windowsOf } from './windows.ts';

const limit = (more: object): Limit => ({
  metric: 'requests',
  amount: 10,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
  ...more,
});
const spent = { requests: 1, tokens: 50, cost: 7 };
const nowMs = Date.parse('2026-05-05T12:34:56Z');

test('each limit asks for its own metric, in whole numbers, over its own period', () => {
  const limits = [
    limit({}),
    limit({ metric: 'tokens', period: 'minute' }),
    limit({ metric: 'cost', amount: '0.000000001', period: 'month' }),
  ];
  expect(
    windowsOf(limits, 'm', nowMs, spent).map(({ limit: name, amount, reserve }) => ({ name, amount, reserve })),
  ).toEqual([
    { name: 'requests:day:UTC', amount: 10, reserve: 1 },
    { name: 'tokens:minute:UTC', amount: 10, reserve: 50 },
    { name: 'cost:month:UTC', amount: 1, reserve: 7 },
  ]);
});

test('a limit for some models counts only those', () => {
  const limits = [limit({ models: ['gpt-4*', 'o3'] })];
  expect(windowsOf(limits, 'gpt-4o', nowMs, spent)).toHaveLength(1);
  expect(windowsOf(limits, 'o3', nowMs, spent)).toHaveLength(1);
  expect(windowsOf(limits, 'claude', nowMs, spent)).toHaveLength(0);
});

test.each([
  [0.1, 100_000_000],
  [25, 25_000_000_000],
  [1e-7, 100],
  ['1000000000', Number.MAX_SAFE_INTEGER],
])('an amount of %s USD is %d nano-dollars', (amount, nano) => {
  expect(windowsOf([limit({ metric: 'cost', amount })], 'm', nowMs, spent)[0]?.amount).toBe(nano);
});

test('an amount that is no money is an error, not an open door', () => {
  expect(() => windowsOf([limit({ metric: 'cost', amount: '1e9' })], 'm', nowMs, spent)).toThrow(
    'not an amount in USD',
  );
});

test('limits on requests in flight have no window, and the tightest one holds', () => {
  const limits: Limit[] = [
    { metric: 'concurrent', amount: 5 },
    { metric: 'concurrent', amount: 3 },
  ];
  expect(windowsOf(limits, 'm', nowMs, spent)).toEqual([]);
  expect(concurrentLimit(limits)).toBe(3);
  expect(concurrentLimit([limit({})])).toBeUndefined();
});

test('windows can be found again at another time', () => {
  const windows = windowsOf([limit({})], 'm', nowMs, spent);
  const later = windowsAt(windows, nowMs + 86_400_000);
  expect(later).toEqual([
    { ...windows[0], startMs: windows[0]?.endMs, endMs: windows[0]?.nextEndMs, nextEndMs: expect.any(Number) },
  ]);
});
