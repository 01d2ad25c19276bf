import { type Limit, limitAmount, limitName, matchesGlob, type Spent } from '@palimpsest/domain';
import { type CalendarPeriod, calendarPeriod, type PeriodName } from './calendar.ts';
import type { WindowAsk } from './script-values.ts';
import { whileItLasts } from './while-it-lasts.ts';

type PeriodLimit = Exclude<Limit, { metric: 'concurrent' }>;

/**
 * One limit's window as the asker's clock sees it, and the end of the next one (Unix ms), with what it takes to find it again at
 * another time.
 */
export type LimitWindow = CalendarPeriod & {
  /** The name of its counter (`limitName`). */
  readonly limit: string;
  readonly metric: keyof Spent;
  /** Whole requests, tokens or nano-USD, below 2^53. */
  readonly amount: number;
  /** `false`: counted, never refused. */
  readonly enforce: boolean;
  readonly period: PeriodName;
  readonly timeZone: string;
};

/** The windows of some limits at one time. */
export class LimitWindows {
  readonly each: readonly LimitWindow[];
  #text: string | undefined;

  constructor(each: readonly LimitWindow[]) {
    this.each = each;
  }

  /** As they travel: written once, and read once by a Lua function for all its calls that bring the same. */
  get text(): string {
    this.#text ??= JSON.stringify(this.each.map(asList));
    return this.#text;
  }

  /** The same limits' windows at another time, Unix ms. */
  at(nowMs: number): LimitWindows {
    return new LimitWindows(
      this.each.map((window) => ({ ...window, ...calendarPeriod(window.period, window.timeZone, nowMs) })),
    );
  }
}

const asList = ({ limit, metric, amount, startMs, endMs, nextEndMs, enforce }: LimitWindow): WindowAsk => [
  limit,
  metric,
  amount,
  startMs,
  endMs,
  nextEndMs,
  enforce,
];

/**
 * The windows that a request for `model` falls into at `nowMs` (Unix ms), one for each limit on requests, tokens or cost that counts this
 * model; where all count every model, the same object again while they last. Limits on concurrency have no window: `concurrentLimit`.
 */
export const windowsOf = (limits: readonly Limit[], model: string, nowMs: number): LimitWindows =>
  limits.every((limit) => countsModel(limit, model))
    ? everyWindowOf(limits, nowMs)
    : windowsAt(
        limits.filter((limit) => countsModel(limit, model)),
        nowMs,
      );

/** All windows of these limits, whatever the model: for reading what is left. */
export const everyWindowOf = whileItLasts((limits: readonly Limit[], nowMs) => {
  const made = windowsAt(limits, nowMs);
  return {
    made,
    fromMs: Math.max(...made.each.map(({ startMs }) => startMs)),
    untilMs: Math.min(...made.each.map(({ endMs }) => endMs)),
  };
});

const countsModel = (limit: Limit, model: string): boolean =>
  limit.metric === 'concurrent' || (limit.models?.some((name) => matchesGlob(name, model)) ?? true);

const windowsAt = (limits: readonly Limit[], nowMs: number): LimitWindows =>
  new LimitWindows(limits.filter((limit) => limit.metric !== 'concurrent').map((limit) => windowAt(limit, nowMs)));

/** The tightest limit on requests in flight, or `undefined` where there is none. */
export function concurrentLimit(limits: readonly Limit[]): number | undefined {
  let tightest: number | undefined;
  for (const limit of limits)
    if (limit.metric === 'concurrent') tightest = Math.min(limit.amount, tightest ?? Number.POSITIVE_INFINITY);
  return tightest;
}

/** What is left of each of these limits at `nowMs` (Unix ms), by their counters as they lie in Redis, in the order of `countedLimits`. */
export function remainingBy(
  limits: readonly Limit[],
  counters: readonly (string | null)[],
  nowMs: number,
): { readonly limit: string; readonly remaining: number; readonly resetsAtMs: number }[] {
  return everyWindowOf(limits, nowMs).each.map(({ limit, amount, startMs, endMs }, place) => {
    const [start = 0, taken = 0] = counters[place]?.split(':').map(Number) ?? [];
    // What is no counter is none, as for the functions in Redis.
    const counts = start >= startMs && taken >= 0;
    return { limit, remaining: counts ? Math.max(0, amount - taken) : amount, resetsAtMs: endMs };
  });
}

// Lists of limits, too, stay the same until they are changed, and every glance at a key asks for this.
const counterNames = new WeakMap<readonly Limit[], readonly string[]>();

/** The names of the counters of these limits. */
export function countedLimits(limits: readonly Limit[]): readonly string[] {
  let names = counterNames.get(limits);
  if (names === undefined) {
    names = limits.filter((limit) => limit.metric !== 'concurrent').map(limitName);
    counterNames.set(limits, names);
  }
  return names;
}

function windowAt(limit: PeriodLimit, nowMs: number): LimitWindow {
  const { startMs, endMs, nextEndMs } = calendarPeriod(limit.period, limit.timeZone, nowMs);
  const { metric, enforce, period, timeZone } = limit;
  return {
    limit: limitName(limit),
    metric,
    amount: limitAmount(limit),
    startMs,
    endMs,
    nextEndMs,
    enforce,
    period,
    timeZone,
  };
}
