import type { Limit } from '@palimpsest/domain';
import { expect, test } from 'vitest';
import { concurrentLimit, windowsOf } from './windows.ts';

const limit = (more: object): Limit => ({
  metric: 'requests',
  amount: 10,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
  ...more,
});
const nowMs = Date.parse('2026-05-05T12:34:56Z');

test('each limit asks for its own metric, in whole numbers, over its own period', () => {
  const limits = [
    limit({}),
    limit({ metric: 'tokens', period: 'minute' }),
    limit({ metric: 'cost', amount: '0.000000001', period: 'month' }),
  ];
  expect(
    windowsOf(limits, 'm', nowMs).each.map(({ limit: name, metric, amount }) => ({ name, metric, amount })),
  ).toEqual([
    { name: 'requests:day:UTC', metric: 'requests', amount: 10 },
    { name: 'tokens:minute:UTC', metric: 'tokens', amount: 10 },
    { name: 'cost:month:UTC', metric: 'cost', amount: 1 },
  ]);
});

test('a limit for some models counts only those', () => {
  const limits = [limit({ models: ['gpt-4*', 'o3'] })];
  expect(windowsOf(limits, 'gpt-4o', nowMs).each).toHaveLength(1);
  expect(windowsOf(limits, 'o3', nowMs).each).toHaveLength(1);
  expect(windowsOf(limits, 'claude', nowMs).each).toHaveLength(0);
});

test.each([
  [0.1, 100_000_000],
  [25, 25_000_000_000],
  [1e-7, 100],
  ['1000000000', Number.MAX_SAFE_INTEGER],
])('an amount of %s USD is %d nano-dollars', (amount, nano) => {
  expect(windowsOf([limit({ metric: 'cost', amount })], 'm', nowMs).each[0]?.amount).toBe(nano);
});

test('an amount that is no money is an error, not an open door', () => {
  expect(() => windowsOf([limit({ metric: 'cost', amount: '1e9' })], 'm', nowMs)).toThrow('not an amount in USD');
});

test('limits on requests in flight have no window, and the tightest one holds', () => {
  const limits: Limit[] = [
    { metric: 'concurrent', amount: 5 },
    { metric: 'concurrent', amount: 3 },
  ];
  expect(windowsOf(limits, 'm', nowMs).each).toEqual([]);
  expect(concurrentLimit(limits)).toBe(3);
  expect(concurrentLimit([limit({})])).toBeUndefined();
});

test('windows can be found again at another time', () => {
  const windows = windowsOf([limit({})], 'm', nowMs);
  const [today] = windows.each;
  expect(windows.at(nowMs + 86_400_000).each).toEqual([
    { ...today, startMs: today?.endMs, endMs: today?.nextEndMs, nextEndMs: expect.any(Number) },
  ]);
});

test('windows are the same object while all of them last, and others from the first millisecond after that', () => {
  const limits = [limit({}), limit({ period: 'minute' })];
  const windows = windowsOf(limits, 'm', nowMs);
  expect(windowsOf(limits, 'gpt-4o', nowMs + 3999)).toBe(windows);
  const next = windowsOf(limits, 'm', nowMs + 4000);
  expect(next.each.map(({ startMs }) => startMs)).toEqual([windows.each[0]?.startMs, windows.each[1]?.endMs]);
  expect(windowsOf(limits, 'm', nowMs).each).toEqual(windows.each);
});

test('each model has the windows of the limits that count it, whoever asked before', () => {
  const limits = [limit({}), limit({ period: 'minute', models: ['gpt-4*'] })];
  for (const [model, count] of [
    ['gpt-4o', 2],
    ['o3', 1],
    ['gpt-4o', 2],
  ] as const)
    expect(windowsOf(limits, model, nowMs).each).toHaveLength(count);
});
