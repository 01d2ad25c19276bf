import type { Remaining } from '@palimpsest/domain';
import type { AskedWindow } from './windows.ts';

type Figures = {
  readonly nowMs: number;
  readonly remaining: readonly number[];
  readonly resetsAtMs: readonly number[];
  readonly inFlight: number;
};

/** Names the figures that Lua gave in the order of the windows. A slot in flight has no time of its own: it may end now. */
export function remainingFrom(
  figures: Figures,
  windows: readonly AskedWindow[],
  concurrent: number | undefined,
): Remaining[] {
  const named = windows.map(({ limit }, index) => ({
    limit,
    remaining: figures.remaining[index] ?? 0,
    resetsAtMs: figures.resetsAtMs[index] ?? figures.nowMs,
  }));
  if (concurrent === undefined) return named;
  const free = Math.max(0, concurrent - figures.inFlight);
  return [...named, { limit: 'concurrent', remaining: free, resetsAtMs: figures.nowMs }];
}
