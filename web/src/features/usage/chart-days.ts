import type { UsageRow } from '../../api/schema.gen.ts';
import { type CalendarDay, calendarDay, daysBetween, daysLater } from '../days/calendar-day.ts';
import type { SpanDays } from '../days/span-days.ts';
import type { Measure } from './usage-search.ts';

/** One day of the chart; no row: nothing was used. */
export type ChartDay = { readonly day: CalendarDay; readonly row: UsageRow | undefined };

// Days before the first usage are shown as empty ones, as far as the bars stay wide enough to be seen.
const MOST_EMPTY = 400;

/** Every day of the span in order, up to today, with what was used in it. Where its beginning is open, from the first day with usage. */
export function chartDays(rows: readonly UsageRow[], span: SpanDays, today: CalendarDay): readonly ChartDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const used = [...byDay.keys()].flatMap((text) => calendarDay(text) ?? []).toSorted();
  const earliest = used[0];
  if (earliest === undefined) return [];
  const end = span.last === undefined || span.last > today ? today : span.last;
  const last = later(end, used.at(-1) ?? end);
  const first = span.first === undefined || daysBetween(span.first, last) > MOST_EMPTY ? earliest : span.first;
  return Array.from({ length: daysBetween(first, last) }, (_, index) => {
    const day = daysLater(first, index);
    return { day, row: byDay.get(day) };
  });
}

/** How high a day's bar is, 0 to 1: its share of the highest. For looking at; money is shown as the gateway gave it. */
export function barHeights(days: readonly ChartDay[], measure: Measure): readonly number[] {
  const amounts = days.map(({ row }) => Number(row?.[measure] ?? 0));
  const most = Math.max(...amounts);
  return amounts.map((amount) => (most === 0 ? 0 : amount / most));
}

const later = (a: CalendarDay, b: CalendarDay): CalendarDay => (a > b ? a : b);
