import type { Span } from './span-search.ts';

/** The choice of days, as people say it. */
export const spanNames: Record<Span, string> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
  all: 'All days',
  days: 'Chosen days',
};
