import { expect, test } from 'vitest';
import { instantsOf, spanDays } from './span-days.ts';

test('a span is whole days of UTC, today among them', () => {
  const today = '2026-03-01';
  expect(spanDays({ span: 'today' }, '30d', today)).toEqual({ first: today, last: today });
  expect(spanDays({ span: '7d' }, '30d', today)).toEqual({ first: '2026-02-23', last: today });
  expect(spanDays({}, '30d', today)).toEqual({ first: '2026-01-31', last: today });
  expect(spanDays({ span: 'month' }, '30d', today)).toEqual({ first: today, last: today });
  expect(spanDays({ span: 'last-month' }, '30d', today)).toEqual({ first: '2026-02-01', last: '2026-02-28' });
  expect(spanDays({ span: 'all' }, '30d', today)).toEqual({});
});

test('chosen days may be open at an end, and stand either way round', () => {
  expect(spanDays({ span: 'days', from: '2026-01-05' }, 'all', '2026-03-01')).toEqual({ first: '2026-01-05' });
  expect(spanDays({ span: 'days', from: '2026-01-05', to: '2026-01-02' }, 'all', '2026-03-01')).toEqual({
    first: '2026-01-02',
    last: '2026-01-05',
  });
});

test('the API is asked for all of the last day', () => {
  expect(instantsOf({ first: '2026-01-31', last: '2026-01-31' })).toEqual({
    from: '2026-01-31T00:00:00Z',
    to: '2026-02-01T00:00:00Z',
  });
  expect(instantsOf({})).toEqual({});
});
