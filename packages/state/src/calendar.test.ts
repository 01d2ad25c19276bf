import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarPeriod, type PeriodName } from './calendar.ts';

const hourMs = 3_600_000;
const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();
const zones = [
  'UTC',
  'Asia/Tokyo',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'America/Havana',
  'Africa/Cairo',
];
const moments = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-12-31T00:00:00Z') });
const periods = fc.constantFrom<PeriodName>('minute', 'day', 'month');

test('periods tile time: each moment is in one, and each begins where the one before ends', () => {
  fc.assert(
    fc.property(periods, fc.constantFrom(...zones), moments, (period, zone, moment) => {
      const now = calendarPeriod(period, zone, moment);
      expect(now.startMs <= moment && moment < now.endMs && now.endMs < now.nextEndMs).toBe(true);
      const next = calendarPeriod(period, zone, now.endMs);
      expect([next.startMs, next.endMs]).toEqual([now.endMs, now.nextEndMs]);
      expect(calendarPeriod(period, zone, now.endMs - 1)).toEqual(now);
      expect(calendarPeriod(period, zone, now.startMs - 1).endMs).toBe(now.startMs);
    }),
    { numRuns: 300 },
  );
});

test('a day is the calendar day that a clock in its zone shows', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (zone, moment) => {
      const date = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(ms);
      const { startMs, endMs } = calendarPeriod('day', zone, moment);
      expect([date(startMs), date(endMs - 1)]).toEqual([date(moment), date(moment)]);
      expect(date(startMs - 1)).not.toBe(date(moment));
    }),
    { numRuns: 200 },
  );
});

test.each([
  [
    'Tokyo, no daylight saving',
    'Asia/Tokyo',
    '2026-03-01T14:59:59Z',
    '2026-02-28T15:00:00.000Z',
    '2026-03-01T15:00:00.000Z',
  ],
  [
    'New York, 23 hours',
    'America/New_York',
    '2026-03-08T12:00:00Z',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ],
  [
    'New York, 25 hours',
    'America/New_York',
    '2026-11-01T12:00:00Z',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ],
  [
    'London, into summer',
    'Europe/London',
    '2026-03-29T12:00:00Z',
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T23:00:00.000Z',
  ],
  [
    'London, out of summer',
    'Europe/London',
    '2026-10-25T12:00:00Z',
    '2026-10-24T23:00:00.000Z',
    '2026-10-26T00:00:00.000Z',
  ],
  [
    'Cairo, where midnight is skipped',
    'Africa/Cairo',
    '2026-04-24T12:00:00Z',
    '2026-04-23T22:00:00.000Z',
    '2026-04-24T21:00:00.000Z',
  ],
  [
    'Havana, where midnight comes twice',
    'America/Havana',
    '2026-11-01T12:00:00Z',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ],
  [
    'Apia, the day after the one that never was',
    'Pacific/Apia',
    '2011-12-31T09:00:00Z',
    '2011-12-30T10:00:00.000Z',
    '2011-12-31T10:00:00.000Z',
  ],
])('the day in %s', (_, zone, moment, start, end) => {
  const { startMs, endMs } = calendarPeriod('day', zone, at(moment));
  expect([iso(startMs), iso(endMs)]).toEqual([start, end]);
});

test('a month begins at midnight of its first day in its zone', () => {
  const { startMs, endMs, nextEndMs } = calendarPeriod('month', 'America/Los_Angeles', at('2026-03-31T23:00:00Z'));
  expect([startMs, endMs, nextEndMs].map(iso)).toEqual([
    '2026-03-01T08:00:00.000Z',
    '2026-04-01T07:00:00.000Z',
    '2026-05-01T07:00:00.000Z',
  ]);
  expect(endMs - startMs).toBe(31 * 24 * hourMs - hourMs);
});

test('an unknown zone is an error', () => {
  expect(() => calendarPeriod('day', 'Mars/Olympus', 0)).toThrow(RangeError);
});
