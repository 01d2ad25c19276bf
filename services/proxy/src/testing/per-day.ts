import type { Limit } from '@palimpsest/domain';

/**
 * A limit of so many requests a day, or of so much of another measure, in UTC, which is held to. Keys with one are preferred to those
 * without.
 */
export const perDay = (amount: number, metric: 'requests' | 'tokens' = 'requests'): Limit => ({
  metric,
  amount,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
});
