import { Card, Group, Stack, Text } from '@mantine/core';
import type { Cell, RowData } from '@tanstack/react-table';
import type { RowsProps } from './row-table.tsx';
import type { Features } from './table-features.ts';

/** Each row as a card: what the columns are called stands before their values, and what can be done stands below. */
export function RowCards<Row extends RowData>({ table, shown, label, detail }: RowsProps<Row>) {
  const headers = new Map(
    table.getHeaderGroups().flatMap((group) => group.headers.map((header) => [header.column.id, header] as const)),
  );
  return (
    <Stack component="ul" aria-label={label} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {shown.map((row) => {
        const opened = detail(row.original);
        return (
          <Card component="li" withBorder key={row.id} padding="md">
            <Stack component="dl" gap="xs" m={0}>
              {row
                .getAllCells()
                .filter((cell) => !isSilent(cell))
                .map((cell) => {
                  const header = headers.get(cell.column.id);
                  return (
                    <Group key={cell.id} gap="sm" wrap="nowrap" align="flex-start">
                      <Text component="dt" size="xs" c="dimmed" w={84} pt={2} style={{ flexShrink: 0 }}>
                        {header === undefined ? null : <table.FlexRender header={header} />}
                      </Text>
                      <Text component="dd" size="sm" m={0} miw={0} style={{ flexGrow: 1 }}>
                        <table.FlexRender cell={cell} />
                      </Text>
                    </Group>
                  );
                })}
            </Stack>
            <Group justify="flex-end" mt="xs">
              {row
                .getAllCells()
                .filter(isSilent)
                .map((cell) => (
                  <table.FlexRender key={cell.id} cell={cell} />
                ))}
            </Group>
            {opened === undefined ? null : (
              <Card.Section withBorder mt="sm">
                {opened}
              </Card.Section>
            )}
          </Card>
        );
      })}
    </Stack>
  );
}

const isSilent = <Row extends RowData>(cell: Cell<Features, Row>): boolean =>
  cell.column.columnDef.meta?.silent === true;
