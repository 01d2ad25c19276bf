import type { Overview } from '@palimpsest/contracts';
import type { SessionActivity, UsageSums } from '@palimpsest/state';
import { pulseFigures } from '../rollups/overview.ts';
import { dayMs, dayOf } from '../rollups/pulse.ts';

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
  const { sums, partitions, sessions } = sources;
  const sinceMs = Math.max(fromMs, nowMs - furthestMs);
  const days: number[] = [];
  // A clock that is ahead of ours dates requests into the next day.
  for (let day = dayOf(sinceMs); day <= dayOf(nowMs) + 1; day += 1) days.push(day);
  const [pulses, activeSessions, streamLag] = await Promise.all([
    Promise.all(
      days.flatMap((day) => partitions.map(async (partition) => ({ day, sums: await sums.pulse(partition, day) }))),
    ),
    sessions.count(nowMs - sources.sessionTtlMs),
    sources.lag(),
  ]);
  return { ...pulseFigures(pulses, sinceMs), activeSessions, streamLag };
}
