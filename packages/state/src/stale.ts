import type { WindowAsk } from './script-values.ts';
import { type AskedWindow, windowsAt } from './windows.ts';

/**
 * Asks once more, with the windows of Redis's own time, where the asker's clock was so far off that its windows were neither the
 * present ones nor those before them. The boundary itself is always Redis's.
 */
export function inTime<Reply extends { readonly verdict: string; readonly nowMs: number }>(
  windows: readonly AskedWindow[],
  ask: (windows: WindowAsk[]) => Promise<Reply>,
): Promise<Reply> {
  return ask(windows.map(asList)).then((first) =>
    first.verdict === 'stale' ? askAgain(windows, ask, first.nowMs) : first,
  );
}

async function askAgain<Reply extends { readonly verdict: string }>(
  windows: readonly AskedWindow[],
  ask: (windows: WindowAsk[]) => Promise<Reply>,
  nowMs: number,
): Promise<Reply> {
  const second = await ask(windowsAt(windows, nowMs).map(asList));
  if (second.verdict === 'stale') throw new Error('Redis time jumped by more than a window between two calls');
  return second;
}

const asList = ({ limit, metric, amount, reserve, startMs, endMs, nextEndMs, enforce }: AskedWindow): WindowAsk => [
  limit,
  metric,
  amount,
  reserve,
  startMs,
  endMs,
  nextEndMs,
  enforce,
];
