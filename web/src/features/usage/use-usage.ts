import { useQuery } from '@tanstack/react-query';
import type { UsageRow } from '../../api/schema.gen.ts';
import { type UsageAsk, usageQuery } from './usage-query.ts';
import type { UsageGroup } from './usage-search.ts';

/** What the page shows of usage; each part is summed by the gateway, where money is whole numbers. */
type UsageSums = {
  /** `undefined`: nothing was used. */
  readonly total: UsageRow | undefined;
  readonly byDay: readonly UsageRow[];
  readonly rows: readonly UsageRow[];
};

type UsageReading = {
  readonly data: UsageSums | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
};

const noGroups: readonly UsageGroup[] = [];
const day: readonly UsageGroup[] = ['day'];

/** The sums for a choice of days and filters, all of them or none. */
export function useUsage(ask: UsageAsk, groups: readonly UsageGroup[]): UsageReading {
  const total = useQuery(usageQuery(ask, noGroups));
  const byDay = useQuery(usageQuery(ask, day));
  const rows = useQuery(usageQuery(ask, groups));
  const all = total.data !== undefined && byDay.data !== undefined && rows.data !== undefined;
  return {
    data: all ? { total: total.data[0], byDay: byDay.data, rows: rows.data } : undefined,
    error: total.error ?? byDay.error ?? rows.error,
    refetch: () => Promise.all([total.refetch(), byDay.refetch(), rows.refetch()]),
  };
}
