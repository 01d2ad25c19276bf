import { Badge, Group, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { Alert } from '../../api/schema.gen.ts';
import { Sentence } from '../../ui/sentence.tsx';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import { alertColor, alertKind, alertMeaning } from './alert-words.ts';
import { PriceLink } from './price-link.tsx';

const column = createColumnHelper<Features, Alert>();

/** The table of alerts. */
export const alertColumns = column.columns([
  column.accessor('at', { header: 'Raised', cell: ({ getValue }) => <When at={getValue()} /> }),
  column.accessor('kind', {
    header: 'Kind',
    cell: ({ getValue }) => (
      <Text fw={600} size="sm">
        {alertKind(getValue())}
      </Text>
    ),
  }),
  column.accessor('message', {
    header: 'What it says',
    cell: ({ getValue }) => <Sentence>{getValue()}</Sentence>,
  }),
  column.accessor('state', { header: 'State', cell: ({ row: { original } }) => <AlertState of={original} /> }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { silent: true },
    cell: ({ row: { original } }) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {original.kind === 'unpriced_model' && original.state !== 'ended' ? (
          <PriceLink target={original.target} />
        ) : null}
        {original.state === 'open' ? <AcknowledgeButton of={original} /> : null}
      </Group>
    ),
  }),
]);

function AlertState({ of: { state, ended_at, acknowledged_at, acknowledged_by } }: { readonly of: Alert }) {
  return (
    <>
      <Badge variant="dot" color={alertColor[state]} tt="none" miw="max-content" title={alertMeaning[state]}>
        {state}
      </Badge>
      {ended_at === null ? null : (
        <Text size="xs" c="dimmed">
          <When at={ended_at} />
        </Text>
      )}
      {acknowledged_at === null ? null : (
        <Text size="xs" c="dimmed">
          seen by {acknowledged_by} <When at={acknowledged_at} />
        </Text>
      )}
    </>
  );
}
