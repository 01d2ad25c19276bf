import { NativeSelect } from '@mantine/core';
import type { ReactTable, RowData } from '@tanstack/react-table';
import type { Features } from './table-features.ts';

type SortChoiceProps<Row extends RowData> = { readonly table: ReactTable<Features, Row> };

/** The order of rows that are cards, and have no headers to sort them by. */
export function SortChoice<Row extends RowData>({ table }: SortChoiceProps<Row>) {
  const orders = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .flatMap(({ id, columnDef: { header } }) => [
      { value: `${id} asc`, label: `${String(header)} ↑` },
      { value: `${id} desc`, label: `${String(header)} ↓` },
    ]);
  const [first] = table.state.sorting;
  return (
    <NativeSelect
      label="Sorted by"
      data={orders}
      value={first === undefined ? '' : `${first.id} ${first.desc ? 'desc' : 'asc'}`}
      onChange={({ currentTarget: { value } }) => {
        const [id = '', direction] = value.split(' ');
        table.setSorting([{ id, desc: direction === 'desc' }]);
      }}
    />
  );
}
