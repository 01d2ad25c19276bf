import type { Remaining } from '@palimpsest/domain';
import { calendarPeriod } from './calendar.ts';
import type { LimitWindow, LimitWindows } from './windows.ts';

type Figures = {
  readonly nowMs: number;
  readonly remaining: readonly number[];
  readonly inFlight: number;
};

/** Names the figures that Lua gave in the order of the windows. A slot in flight has no time of its own: it may end now. */
export function remainingFrom(figures: Figures, { each }: LimitWindows, concurrent: number | undefined): Remaining[] {
  const named = each.map((window, index) => ({
    limit: window.limit,
    remaining: figures.remaining[index] ?? 0,
    resetsAtMs: endAt(window, figures.nowMs),
  }));
  if (concurrent !== undefined) {
    const free = Math.max(0, concurrent - figures.inFlight);
    named.push({ limit: 'concurrent', remaining: free, resetsAtMs: figures.nowMs });
  }
  return named;
}

/** When the window ends that Redis, whose clock decides, was in. */
function endAt({ startMs, endMs, nextEndMs, period, timeZone }: LimitWindow, nowMs: number): number {
  if (nowMs < startMs || nowMs >= nextEndMs) return calendarPeriod(period, timeZone, nowMs).endMs;
  return nowMs < endMs ? endMs : nextEndMs;
}
