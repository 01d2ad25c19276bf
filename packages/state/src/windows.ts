import { type Limit, limitName, matchesGlob, parseUsd } from '@palimpsest/domain';
import { type CalendarPeriod, calendarPeriod, type PeriodName } from './calendar.ts';
import type { Spent } from './script-values.ts';

type PeriodLimit = Exclude<Limit, { metric: 'concurrent' }>;

/**
 * One limit's window as the asker's clock sees it, and the end of the next one (Unix ms), with what it takes to find it again at
 * another time.
 */
export type AskedWindow = CalendarPeriod & {
  /** The name of its counter (`limitName`). */
  readonly limit: string;
  readonly metric: keyof Spent;
  /** Whole requests, tokens or nano-USD, below 2^53; as is `reserve`. */
  readonly amount: number;
  readonly reserve: number;
  /** `false`: counted, never refused. */
  readonly enforce: boolean;
  readonly period: PeriodName;
  readonly timeZone: string;
};

/**
 * The windows that a request for `model` falls into at `nowMs` (Unix ms), one for each limit on requests, tokens or cost that counts
 * this model, with what it would reserve. Limits on concurrency have no window: `concurrentLimit`.
 */
export function windowsOf(limits: readonly Limit[], model: string, nowMs: number, reserve: Spent): AskedWindow[] {
  const windows: AskedWindow[] = [];
  for (const limit of limits)
    if (limit.metric !== 'concurrent' && (limit.models?.some((name) => matchesGlob(name, model)) ?? true))
      windows.push(windowAt(limit, nowMs, reserve[limit.metric]));
  return windows;
}

/** All windows of these limits, whatever the model, reserving nothing: for reading what is left. */
export const everyWindowOf = (limits: readonly Limit[], nowMs: number): AskedWindow[] =>
  limits.filter((limit) => limit.metric !== 'concurrent').map((limit) => windowAt(limit, nowMs, 0));

/** The same windows as seen at another time. */
export const windowsAt = (windows: readonly AskedWindow[], nowMs: number): AskedWindow[] =>
  windows.map((window) => ({ ...window, ...calendarPeriod(window.period, window.timeZone, nowMs) }));

/** The tightest limit on requests in flight, or `undefined` where there is none. */
export function concurrentLimit(limits: readonly Limit[]): number | undefined {
  let tightest: number | undefined;
  for (const limit of limits)
    if (limit.metric === 'concurrent') tightest = Math.min(limit.amount, tightest ?? Number.POSITIVE_INFINITY);
  return tightest;
}

function windowAt(limit: PeriodLimit, nowMs: number, reserve: number): AskedWindow {
  const { startMs, endMs, nextEndMs } = calendarPeriod(limit.period, limit.timeZone, nowMs);
  const { metric, enforce, period, timeZone } = limit;
  return {
    limit: limitName(limit),
    metric,
    amount: amountOf(limit),
    reserve,
    startMs,
    endMs,
    nextEndMs,
    enforce,
    period,
    timeZone,
  };
}

// Limits come from the snapshot and stay the same objects until they are changed: their amounts are read once.
const amounts = new WeakMap<PeriodLimit, number>();

function amountOf(limit: PeriodLimit): number {
  let amount = amounts.get(limit);
  if (amount === undefined) {
    amount = limit.metric === 'cost' ? nanoUsd(limit.amount) : Number(limit.amount);
    amounts.set(limit, amount);
  }
  return amount;
}

function nanoUsd(amount: number | string): number {
  const exact = typeof amount === 'number' ? Math.round(amount * 1e9) : Number(parseUsd(amount));
  if (Number.isNaN(exact)) throw new Error(`not an amount in USD: ${amount}`);
  return Math.min(exact, Number.MAX_SAFE_INTEGER);
}
