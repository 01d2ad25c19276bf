import type { RequestFilter, UsageGroup, UsageRow } from '@palimpsest/contracts';
import type { UsageSums } from '@palimpsest/state';
import { dayOf } from '../rollups/pulse.ts';
import { UsageTable } from '../rollups/usage-rows.ts';

/** Sums of usage over the whole UTC days that the filter's time touches. One day is read after the other: a year fits into memory. */
export async function getUsage(
  sums: Pick<UsageSums, 'days' | 'rollup'>,
  partitions: readonly string[],
  filter: RequestFilter,
  groups: readonly UsageGroup[],
  signal: AbortSignal,
): Promise<UsageRow[]> {
  const fromDay = dayOf(filter.fromMs ?? 0);
  const toDay = dayOf((filter.toMs ?? Number.MAX_SAFE_INTEGER) - 1);
  const days = await Promise.all(partitions.map((partition) => sums.days(partition, fromDay, toDay)));
  const table = new UsageTable(groups, filter);
  for (const day of new Set(days.flat())) {
    signal.throwIfAborted();
    const rollups = await Promise.all(partitions.map((partition) => sums.rollup(partition, day)));
    for (const rollup of rollups) table.add(day, rollup);
  }
  return table.rows();
}
