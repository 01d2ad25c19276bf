import { searchText } from '../../ui/search-text.ts';
import type { CalendarDay } from '../days/calendar-day.ts';
import { instantsOf, spanDays } from '../days/span-days.ts';
import { type SpanSearch, spanSearch } from '../days/span-search.ts';

export const outcomes = ['success', 'failed', 'cancelled', 'rejected', 'abandoned'] as const;
export type Outcome = (typeof outcomes)[number];

/** What the request log is narrowed to: ids, names and words of the operator API. */
export type RequestFilter = {
  readonly user?: string | undefined;
  readonly key?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly session?: string | undefined;
  readonly outcome?: Outcome | undefined;
  /** RFC 3339, included. */
  readonly from?: string | undefined;
  /** RFC 3339, excluded. */
  readonly to?: string | undefined;
};

/** The days where nobody chose. */
export const unsaidSpan = 'all';

/** The address of the requests page: its filter, the request whose chain is shown, and the one that alone is looked for. */
export type RequestSearch = Omit<RequestFilter, 'from' | 'to'> &
  SpanSearch & { readonly open?: string | undefined; readonly id?: string | undefined };

/** Reads the address. What is not understood is `undefined` and not left out, for the router would put it back otherwise. */
export const requestSearch = (search: Record<string, unknown>): RequestSearch => ({
  user: searchText(search.user),
  key: searchText(search.key),
  provider: searchText(search.provider),
  model: searchText(search.model),
  session: searchText(search.session),
  outcome: outcomes.find((word) => word === search.outcome),
  ...spanSearch(search),
  open: searchText(search.open),
  id: searchText(search.id),
});

/** The filter of an address as of today, without what else the address may hold. */
export function filterOf(search: RequestSearch, today: CalendarDay): RequestFilter {
  const { user, key, provider, model, session, outcome } = search;
  return { user, key, provider, model, session, outcome, ...instantsOf(spanDays(search, unsaidSpan, today)) };
}

/** Whether anything is left out of the log. */
export const isNarrowed = (filter: RequestFilter): boolean =>
  Object.values(filter).some((member) => member !== undefined);
