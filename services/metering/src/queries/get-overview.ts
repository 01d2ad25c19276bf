import type { Overview } from '@palimpsest/contracts';
import type { SessionActivity, UsageSums } from '@palimpsest/state';
import { figuresSince } from '../rollups/figures-since.ts';
import { dayMs } from '../rollups/pulse.ts';

/** The overview looks back no further; its sums are kept for a day more. */
const furthestMs = 8 * dayMs;

export type OverviewSources = {
  readonly sums: Pick<UsageSums, 'days' | 'rollup' | 'pulse'>;
  readonly partitions: readonly string[];
  readonly sessions: SessionActivity;
  readonly sessionTtlMs: number;
  /** Events not applied yet. */
  readonly lag: () => Promise<number>;
};

/** Figures from a moment (Unix ms, at most eight days ago) to now, and what goes on now. */
export async function getOverview(sources: OverviewSources, fromMs: number, nowMs: number): Promise<Overview> {
  const [figures, activeSessions, streamLag] = await Promise.all([
    figuresSince(sources, Math.max(fromMs, nowMs - furthestMs), nowMs),
    sources.sessions.count(nowMs - sources.sessionTtlMs),
    sources.lag(),
  ]);
  return { ...figures, activeSessions, streamLag };
}
