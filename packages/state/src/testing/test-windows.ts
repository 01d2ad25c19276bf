import type { Limit } from '@palimpsest/domain';
import { LimitWindows, windowsOf } from '../windows.ts';

/** A limit of the current UTC month: no test run crosses its end unnoticed twice. */
export const monthly = (metric: 'requests' | 'tokens' | 'cost', amount: number | string, enforce = true): Limit => ({
  metric,
  amount,
  period: 'month',
  timeZone: 'UTC',
  models: undefined,
  enforce,
});

/** The windows of these limits now. */
export const windowsNow = (limits: readonly Limit[]): LimitWindows => windowsOf(limits, 'gpt-4o', Date.now());

export const noWindows = new LimitWindows([]);

/** What a request of 100 tokens and 0.002 USD takes. */
export const oneRequest = { requests: 1, tokens: 100, cost: 2_000_000 };
export const nothing = { requests: 0, tokens: 0, cost: 0 };
