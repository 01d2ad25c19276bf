import type { Limit } from '@palimpsest/domain';
import type { AskedWindow } from '../windows.ts';
import { windowsOf } from '../windows.ts';

/** A limit of the current UTC month: no test run crosses its end unnoticed twice. */
export const monthly = (metric: 'requests' | 'tokens' | 'cost', amount: number | string, enforce = true): Limit => ({
  metric,
  amount,
  period: 'month',
  timeZone: 'UTC',
  models: undefined,
  enforce,
});

/** The windows of these limits now, for one request of 100 tokens and 0.002 USD. */
export const windowsNow = (limits: readonly Limit[], reserve = oneRequest): AskedWindow[] =>
  windowsOf(limits, 'gpt-4o', Date.now(), reserve);

export const oneRequest = { requests: 1, tokens: 100, cost: 2_000_000 };
export const nothing = { requests: 0, tokens: 0, cost: 0 };
