import { type AskedWindow, windowsAt } from './windows.ts';

/**
 * Asks once more, with the windows of Redis's own time, where the asker's clock was so far off that its windows were neither the
 * present ones nor those before them. The boundary itself is always Redis's.
 */
export async function inTime<Reply extends { readonly verdict: string; readonly nowMs: number }>(
  windows: readonly AskedWindow[],
  ask: (windows: AskedWindow[]) => Promise<Reply>,
): Promise<Reply> {
  const first = await ask([...windows]);
  if (first.verdict !== 'stale') return first;
  const second = await ask(windowsAt(windows, first.nowMs));
  if (second.verdict === 'stale') throw new Error('Redis time jumped by more than a window between two calls');
  return second;
}
