import { searchText } from '../../ui/search-text.ts';
import type { CalendarDay } from '../days/calendar-day.ts';
import { instantsOf, spanDays } from '../days/span-days.ts';
import { type SpanSearch, spanSearch } from '../days/span-search.ts';

/** Who acts: with the operator key, at the dashboard, the import at start, a command. */
export const actors = ['operator', 'dashboard', 'import', 'command'] as const;
type Actor = (typeof actors)[number];

/** What operator actions are narrowed to, in the words of the operator API. */
export type AuditFilter = {
  readonly actor?: Actor | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** RFC 3339, included. */
  readonly from?: string | undefined;
  /** RFC 3339, excluded. */
  readonly to?: string | undefined;
};

/** The address of the audit page. */
export type AuditSearch = Omit<AuditFilter, 'from' | 'to'> & SpanSearch;

/** The days where nobody chose. */
export const unsaidSpan = 'all';

/** Reads the address. What is not understood is `undefined` and not left out, for the router would put it back otherwise. */
export const auditSearch = (search: Record<string, unknown>): AuditSearch => ({
  actor: actors.find((word) => word === search.actor),
  action: searchText(search.action),
  target: searchText(search.target),
  ...spanSearch(search),
});

/** The filter of an address as of today. */
export const filterOf = (search: AuditSearch, today: CalendarDay): AuditFilter => ({
  actor: search.actor,
  action: search.action,
  target: search.target,
  ...instantsOf(spanDays(search, unsaidSpan, today)),
});

/** Whether anything is left out. */
export const isNarrowed = (filter: AuditFilter): boolean =>
  Object.values(filter).some((member) => member !== undefined);
