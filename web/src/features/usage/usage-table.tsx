import { useMemo } from 'react';
import type { UsageRow } from '../../api/schema.gen.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { usageColumns } from './usage-columns.tsx';
import type { UsageGroup } from './usage-search.ts';
import { useNames } from './use-names.ts';

type UsageTableProps = { readonly rows: readonly UsageRow[]; readonly groups: readonly UsageGroup[] };

const PER_STEP = 100;
const newest = { id: 'day', desc: true };
const most = { id: 'requests', desc: true };

/** The sums, one row for each combination of what they are grouped by. */
export function UsageTable({ rows, groups }: UsageTableProps) {
  const names = useNames();
  const columns = useMemo(() => usageColumns(groups, names), [groups, names]);
  return (
    <DataTable
      label="Usage"
      columns={columns}
      rows={rows}
      rowId={(row) => JSON.stringify(groups.map((group) => row[group]))}
      sorting={firstOrder(groups)}
      perStep={PER_STEP}
    />
  );
}

function firstOrder(groups: readonly UsageGroup[]) {
  if (!groups.includes('day')) return [most];
  return groups.length === 1 ? [newest] : [newest, most];
}
