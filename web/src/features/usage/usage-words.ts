import type { Measure, Span, UsageGroup } from './usage-search.ts';

/** What usage is summed by, as people say it. */
export const groupNames: Record<UsageGroup, string> = {
  day: 'Day',
  model: 'Model',
  user: 'User',
  key: 'Key',
  provider: 'Provider',
};

/** The choice of days. */
export const spanNames: Record<Span, string> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
  all: 'All days',
  days: 'Chosen days',
};

/** What the chart shows. */
export const measureNames: Record<Measure, string> = {
  requests: 'Requests',
  total_tokens: 'Tokens',
  cost: 'Cost of users',
  operator_cost: 'Operator cost',
};
