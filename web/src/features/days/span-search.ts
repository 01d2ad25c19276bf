import { type CalendarDay, calendarDay } from './calendar-day.ts';

/** Which whole days of UTC; `days`: those that `from` and `to` of the address name. */
export const spans = ['today', '7d', '30d', 'month', 'last-month', 'all', 'days'] as const;
export type Span = (typeof spans)[number];

/** The days that a page is about, as its address has them. */
export type SpanSearch = {
  /** Absent: those that the page is about where nobody chose. */
  readonly span?: Span | undefined;
  readonly from?: CalendarDay | undefined;
  /** Included. */
  readonly to?: CalendarDay | undefined;
};

/** Reads them from an address. What is not understood is `undefined` and not left out, for the router would put it back otherwise. */
export const spanSearch = (search: Record<string, unknown>): SpanSearch => ({
  span: spans.find((word) => word === search.span),
  from: calendarDay(search.from),
  to: calendarDay(search.to),
});
