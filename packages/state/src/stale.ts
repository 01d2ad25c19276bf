import type { LimitWindows } from './windows.ts';

/**
 * Asks once more, with the windows of Redis's own time, where the asker's clock was so far off that its windows were neither the
 * present ones nor those before them. The boundary itself is always Redis's.
 */
export function inTime<Reply extends { readonly verdict: string; readonly nowMs: number }>(
  windows: LimitWindows,
  ask: (windows: string) => Promise<Reply>,
): Promise<Reply> {
  return ask(windows.text).then((first) => (first.verdict === 'stale' ? askAgain(windows, ask, first.nowMs) : first));
}

async function askAgain<Reply extends { readonly verdict: string }>(
  windows: LimitWindows,
  ask: (windows: string) => Promise<Reply>,
  nowMs: number,
): Promise<Reply> {
  const second = await ask(windows.at(nowMs).text);
  if (second.verdict === 'stale') throw new Error('Redis time jumped by more than a window between two calls');
  return second;
}
