import { Card, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import type { RowsProps } from './row-table.tsx';

/** Each row as a card: what the columns are called stands before their values. */
export function RowCards<Row extends RowData>({ table, label, detail }: RowsProps<Row>) {
  const names = new Map(
    table.getHeaderGroups().flatMap((group) => group.headers.map((header) => [header.column.id, header] as const)),
  );
  return (
    <Stack component="ul" aria-label={label} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {table.getRowModel().rows.map((row) => {
        const opened = detail(row.original);
        return (
          <Card component="li" withBorder key={row.id} padding="md">
            <Stack component="dl" gap="xs" m={0}>
              {row.getAllCells().map((cell) => {
                const header = names.get(cell.column.id);
                const name = header === undefined ? null : <table.FlexRender header={header} />;
                return (
                  <Group key={cell.id} gap="sm" wrap="nowrap" align="flex-start">
                    <Text component="dt" size="xs" c="dimmed" w={84} pt={2} style={{ flexShrink: 0 }}>
                      {cell.column.columnDef.meta?.silent ? <VisuallyHidden>{name}</VisuallyHidden> : name}
                    </Text>
                    <Text component="dd" size="sm" m={0} miw={0} style={{ flexGrow: 1 }}>
                      <table.FlexRender cell={cell} />
                    </Text>
                  </Group>
                );
              })}
            </Stack>
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
