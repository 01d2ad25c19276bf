import { calendarPeriod } from '@palimpsest/state';

/** One limit of a simulated provider, known to it alone. Times are Unix ms. */
export type Bucket = {
  readonly limit: number;
  left(nowMs: number): number;
  take(nowMs: number, amount: number): void;
  /** Milliseconds until this much is there; 0: now. */
  roomInMs(nowMs: number, amount: number): number;
  /** Milliseconds until it is whole again. */
  wholeInMs(nowMs: number): number;
};

/** Comes back continuously, all of it in one period. */
export function dripping(limit: number, periodMs: number): Bucket {
  let level = limit;
  let atMs = 0;
  const rate = limit / periodMs;
  const left = (nowMs: number): number => {
    level = Math.min(limit, level + (nowMs - atMs) * rate);
    atMs = nowMs;
    return level;
  };
  return {
    limit,
    left,
    take(nowMs, amount) {
      level = left(nowMs) - amount;
    },
    roomInMs: (nowMs, amount) => Math.max(0, Math.ceil((amount - left(nowMs)) / rate)),
    wholeInMs: (nowMs) => Math.ceil((limit - left(nowMs)) / rate),
  };
}

/** Comes back all at once, when a new period begins. `endOf` gives the end of the period that holds a moment. */
function refilled(limit: number, endOf: (nowMs: number) => number): Bucket {
  let used = 0;
  let endMs = 0;
  const left = (nowMs: number): number => {
    if (nowMs >= endMs) {
      used = 0;
      endMs = endOf(nowMs);
    }
    return limit - used;
  };
  const untilEnd = (nowMs: number): number => {
    left(nowMs);
    return endMs - nowMs;
  };
  return {
    limit,
    left,
    take(nowMs, amount) {
      left(nowMs);
      used += amount;
    },
    roomInMs: (nowMs, amount) => (left(nowMs) >= amount ? 0 : untilEnd(nowMs)),
    wholeInMs: untilEnd,
  };
}

/** Minutes of the clock. */
export const eachMinute = (limit: number): Bucket =>
  refilled(limit, (nowMs) => (Math.floor(nowMs / 60_000) + 1) * 60_000);

/** Days of a calendar. */
export const eachDay = (limit: number, timeZone: string): Bucket =>
  refilled(limit, (nowMs) => calendarPeriod('day', timeZone, nowMs).endMs);
