import { Card } from '@mantine/core';
import { type RowData, type SortingState, type TableOptions, useTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';
import { type Features, features } from './table-features.ts';
import { useNarrow } from './use-narrow.ts';

export type DataTableProps<Row extends RowData> = {
  /** What the rows are, for screen readers. */
  readonly label: string;
  /** Columns and rows must stay the same objects from one render to the next while nothing changes. */
  readonly columns: TableOptions<Features, Row>['columns'];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Absent: the rows stay in the order given. */
  readonly sorting?: SortingState;
  /** What a row opens to; `undefined` for a closed one. */
  readonly detail?: (row: Row) => ReactNode | undefined;
};

/** Rows as a table, and on a narrow screen as a list of cards with the same content. */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  rowId,
  sorting,
  detail = () => undefined,
}: DataTableProps<Row>) {
  const narrow = useNarrow();
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    enableSorting: sorting !== undefined,
    ...(sorting === undefined ? {} : { initialState: { sorting } }),
  });
  if (narrow) return <RowCards table={table} label={label} detail={detail} />;
  return (
    <Card withBorder padding={0}>
      <RowTable table={table} label={label} detail={detail} />
    </Card>
  );
}
