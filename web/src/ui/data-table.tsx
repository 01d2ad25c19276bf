import { Card } from '@mantine/core';
import { type RowData, type SortingState, type TableOptions, useTable } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { MoreRows } from './more-rows.tsx';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';
import { SortChoice } from './sort-choice.tsx';
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
  /** So many rows are drawn at first, and as many more whenever they are asked for. Absent: all. */
  readonly perStep?: number;
};

/** Rows as a table, and on a narrow screen as a list of cards with the same content. */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  rowId,
  sorting,
  detail = () => undefined,
  perStep = Number.POSITIVE_INFINITY,
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
  const [most, setMost] = useState(perStep);
  const sorted = table.getRowModel().rows;
  const shown = { table, label, detail, shown: sorted.slice(0, most) };
  return (
    <>
      {narrow ? (
        <>
          {sorting === undefined || rows.length < 2 ? null : <SortChoice table={table} />}
          <RowCards {...shown} />
        </>
      ) : (
        <Card withBorder padding={0}>
          <RowTable {...shown} />
        </Card>
      )}
      <MoreRows shown={Math.min(most, sorted.length)} all={sorted.length} onMore={() => setMost(most + perStep)} />
    </>
  );
}
