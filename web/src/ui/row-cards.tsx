import { Box, Card, Group, Stack, Text } from '@mantine/core';
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
            <Box component="dl" m={0} style={lines}>
              {row
                .getAllCells()
                .filter((cell) => !isSilent(cell))
                .map((cell) => {
                  const header = headers.get(cell.column.id);
                  const brief = cell.column.columnDef.meta?.brief === true;
                  return (
                    <Group
                      key={cell.id}
                      gap={brief ? 6 : 'sm'}
                      wrap="nowrap"
                      align="flex-start"
                      style={brief ? undefined : wholeLine}
                    >
                      <Text
                        component="dt"
                        size="xs"
                        c="dimmed"
                        {...(brief ? {} : { w: 84 })}
                        pt={2}
                        style={{ flexShrink: 0 }}
                      >
                        {header === undefined ? null : <table.FlexRender header={header} />}
                      </Text>
                      <Text component="dd" size="sm" m={0} miw={0} style={{ flexGrow: 1 }}>
                        <table.FlexRender cell={cell} />
                      </Text>
                    </Group>
                  );
                })}
            </Box>
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

const lines = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 'var(--mantine-spacing-xs) var(--mantine-spacing-md)',
} as const;
const wholeLine = { flexBasis: '100%' } as const;

const isSilent = <Row extends RowData>(cell: Cell<Features, Row>): boolean =>
  cell.column.columnDef.meta?.silent === true;
