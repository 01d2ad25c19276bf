import { type CalendarDay, dayAt, daysLater } from './calendar-day.ts';
import type { Span, SpanSearch } from './span-search.ts';

/** Whole days, both included. An open end: as far as there is usage. */
export type SpanDays = { readonly first?: CalendarDay; readonly last?: CalendarDay };

/** The days that a page is about, as of today; `unsaid`: those where nobody chose. Ends that stand the wrong way round are turned. */
export function spanDays({ span, from, to }: SpanSearch, unsaid: Span, today: CalendarDay): SpanDays {
  switch (span ?? unsaid) {
    case 'today':
      return { first: today, last: today };
    case '7d':
      return { first: daysLater(today, -6), last: today };
    case '30d':
      return { first: daysLater(today, -29), last: today };
    case 'month':
      return { first: monthOf(today), last: today };
    case 'last-month': {
      const last = daysLater(monthOf(today), -1);
      return { first: monthOf(last), last };
    }
    case 'all':
      return {};
    case 'days': {
      const [first, last] = from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
      return { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
    }
  }
}

/** The days as the API takes them: the first instant, and the first one after. */
export const instantsOf = ({ first, last }: SpanDays): { readonly from?: string; readonly to?: string } => ({
  ...(first === undefined ? {} : { from: `${first}T00:00:00Z` }),
  ...(last === undefined ? {} : { to: `${daysLater(last, 1)}T00:00:00Z` }),
});

const monthOf = (day: CalendarDay): CalendarDay => dayAt(Date.parse(day.slice(0, 7)));
