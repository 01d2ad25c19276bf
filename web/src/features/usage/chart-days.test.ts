import { expect, test } from 'vitest';
import type { UsageRow } from '../../api/schema.gen.ts';
import { barHeights, chartDays } from './chart-days.ts';

const used = (day: string, requests: number, cost = '0'): UsageRow => ({
  day,
  requests,
  prompt_tokens: 0,
  cached_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cost,
  unpriced_requests: 0,
  operator_cost: '0',
  unpriced_attempts: 0,
});
const rows = [used('2026-02-27', 2, '0.5'), used('2026-03-01', 8, '0.125')];

test('a day without usage has its place, up to today', () => {
  const shown = chartDays(rows, { first: '2026-02-26' }, '2026-03-02');
  expect(shown.map(({ day, row }) => [day, row?.requests])).toEqual([
    ['2026-02-26', undefined],
    ['2026-02-27', 2],
    ['2026-02-28', undefined],
    ['2026-03-01', 8],
    ['2026-03-02', undefined],
  ]);
});

test('an open or far beginning is the first day with usage, and the future is left out', () => {
  const daysOf = (span: Parameters<typeof chartDays>[1]) => chartDays(rows, span, '2026-03-01').map(({ day }) => day);
  const three = ['2026-02-27', '2026-02-28', '2026-03-01'];
  expect(daysOf({})).toEqual(three);
  expect(daysOf({ first: '0001-01-01', last: '9999-12-31' })).toEqual(three);
  expect(chartDays([], {}, '2026-03-01')).toEqual([]);
});

test('the highest bar fills the chart, and nothing used is no bar', () => {
  const shown = chartDays(rows, {}, '2026-03-01');
  expect(barHeights(shown, 'requests')).toEqual([0.25, 0, 1]);
  expect(barHeights(shown, 'cost')).toEqual([1, 0, 0.25]);
  expect(barHeights(shown, 'operator_cost')).toEqual([0, 0, 0]);
});
