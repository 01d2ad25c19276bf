import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Header, ReactTable, RowData, Row as TableRow } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import type { Features } from './table-features.ts';

export type RowsProps<Row extends RowData> = {
  readonly table: ReactTable<Features, Row>;
  /** Those to draw, in order. */
  readonly shown: readonly TableRow<Features, Row>[];
  readonly label: string;
  readonly detail: (row: Row) => ReactNode | undefined;
};

/** Rows under sortable headers; scrolls sideways, by keyboard too, where the window is too narrow. */
export function RowTable<Row extends RowData>({ table, shown, label, detail }: RowsProps<Row>) {
  const columns = table.getAllLeafColumns().length;
  return (
    <Table.ScrollContainer
      minWidth={760}
      scrollAreaProps={{
        offsetScrollbars: 'present',
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label },
      }}
    >
      <Table aria-label={label}>
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} table={table} header={header} />
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => {
            const opened = detail(row.original);
            return (
              <Fragment key={row.id}>
                <Table.Tr>
                  {row.getAllCells().map((cell) => (
                    <Table.Td
                      key={cell.id}
                      ta={cell.column.columnDef.meta?.numeric ? 'right' : 'left'}
                      style={{ verticalAlign: 'top' }}
                    >
                      <table.FlexRender cell={cell} />
                    </Table.Td>
                  ))}
                </Table.Tr>
                {opened === undefined ? null : (
                  <Table.Tr>
                    <Table.Td colSpan={columns} p={0}>
                      {opened}
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type HeaderCellProps<Row extends RowData> = {
  readonly table: ReactTable<Features, Row>;
  readonly header: Header<Features, Row>;
};

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

function HeaderCell<Row extends RowData>({ table, header }: HeaderCellProps<Row>) {
  const { column } = header;
  const { numeric, silent } = column.columnDef.meta ?? {};
  const sorted = column.getIsSorted();
  const words = <table.FlexRender header={header} />;
  return (
    <Table.Th
      ta={numeric ? 'right' : 'left'}
      style={numeric ? { whiteSpace: 'nowrap' } : {}}
      {...(sorted === false ? {} : { 'aria-sort': ariaSort[sorted] })}
    >
      {silent ? <VisuallyHidden>{words}</VisuallyHidden> : null}
      {!silent && column.getCanSort() ? (
        <UnstyledButton fw={600} fz="sm" ta="inherit" onClick={column.getToggleSortingHandler()}>
          {words}
          <span aria-hidden="true">{sorted === false ? '' : sorted === 'asc' ? '\u00a0↑' : '\u00a0↓'}</span>
        </UnstyledButton>
      ) : null}
      {!silent && !column.getCanSort() ? words : null}
    </Table.Th>
  );
}
