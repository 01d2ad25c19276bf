import { Box, Code, Table, Text } from '@mantine/core';
import type { AuditEntry } from '../../api/schema.gen.ts';
import { InnerTable } from '../../ui/inner-table.tsx';
import { changesOf } from './changes.ts';

type ChangeListProps = {
  readonly of: AuditEntry;
  /** The id of this part of the page, for the button that opened it. */
  readonly partId: string;
};

/** What an operator action changed, member by member: from what, to what. */
export function ChangeList({ of: { target, before, after }, partId }: ChangeListProps) {
  const changes = changesOf(before, after);
  return (
    <Box component="section" id={partId} aria-label="What changed" p="lg" bg="var(--detail-background)">
      <Text size="sm" mb="sm">
        Target <Code style={{ overflowWrap: 'anywhere' }}>{target}</Code>
      </Text>
      {changes.length === 0 ? (
        <Text size="sm">This action changed no setting.</Text>
      ) : (
        <InnerTable label="Changes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Setting</Table.Th>
              <Table.Th>From</Table.Th>
              <Table.Th>To</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ path, from, to }) => (
              <Table.Tr key={path}>
                <Table.Td>
                  <Code>{path}</Code>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{from ?? '–'}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{to ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </InnerTable>
      )}
    </Box>
  );
}
