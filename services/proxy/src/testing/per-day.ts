import type { Limit } from '@palimpsest/domain';

/** A limit of so many requests a day, in UTC, which is held to. Keys with one are preferred to those without. */
export const perDay = (amount: number): Limit => ({
  metric: 'requests',
  amount,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
});
