import type { Measure, UsageGroup } from './usage-search.ts';

/** What usage is summed by, as people say it. */
export const groupNames: Record<UsageGroup, string> = {
  day: 'Day',
  model: 'Model',
  user: 'User',
  key: 'Key',
  provider: 'Provider',
};

/** What the chart shows. */
export const measureNames: Record<Measure, string> = {
  requests: 'Requests',
  total_tokens: 'Tokens',
  cost: 'Cost of users',
  operator_cost: 'Operator cost',
};
