import type { UsageSums } from '@palimpsest/state';
import { type PulseFigures, pulseFigures } from './overview.ts';
import { dayOf } from './pulse.ts';

/** The figures of all partitions from a moment (Unix ms) on, to the five minutes in which it lies. */
export async function figuresSince(
  { sums, partitions }: { readonly sums: Pick<UsageSums, 'pulse'>; readonly partitions: readonly string[] },
  sinceMs: number,
  nowMs: number,
): Promise<PulseFigures> {
  const days: number[] = [];
  // A clock that is ahead of ours dates requests into the next day.
  for (let day = dayOf(sinceMs); day <= dayOf(nowMs) + 1; day += 1) days.push(day);
  const pulses = days.flatMap((day) =>
    partitions.map(async (partition) => ({ day, sums: await sums.pulse(partition, day) })),
  );
  return pulseFigures(await Promise.all(pulses), sinceMs);
}
