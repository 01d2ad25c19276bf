import { Badge, Button, Group, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { Webhook } from '../../api/schema.gen.ts';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';

/** What is asked about a webhook. */
export type WebhookTask = { readonly name: 'test' | 'delete'; readonly webhook: Webhook };

const column = createColumnHelper<Features, Webhook>();

/** What a webhook is called: by its name, or by its address. */
export const webhookName = ({ name, url }: Webhook): string => name ?? url;

/** The table of webhooks; `onTask` gets what is to be done with one. */
export const webhookColumns = (onTask: (task: WebhookTask) => void) =>
  column.columns([
    column.accessor('url', {
      header: 'Address',
      cell: ({ row: { original } }) => (
        <>
          {original.name === null ? null : (
            <Text fw={600} size="sm">
              {original.name}
            </Text>
          )}
          <span style={{ overflowWrap: 'anywhere' }}>{original.url}</span>
        </>
      ),
    }),
    column.accessor(({ events }) => events.join(', '), { id: 'events', header: 'Told of' }),
    column.accessor('last_delivery', {
      header: 'Last delivery',
      cell: ({ getValue }) => <LastDelivery of={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { silent: true },
      cell: ({ row: { original } }) => <WebhookActions of={original} onTask={onTask} />,
    }),
  ]);

function LastDelivery({ of: last }: { readonly of: Webhook['last_delivery'] }) {
  if (last === null) return <>–</>;
  return (
    <>
      <Badge variant="dot" color={last.ok ? 'green' : 'red'} tt="none">
        {last.ok ? 'taken' : 'not taken'}
      </Badge>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {last.reason === null ? null : `${last.reason}, `}
        <When at={last.at} />
      </Text>
    </>
  );
}

type WebhookActionsProps = { readonly of: Webhook; readonly onTask: (task: WebhookTask) => void };

function WebhookActions({ of: webhook, onTask }: WebhookActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Test ${webhookName(webhook)}`}
        onClick={() => onTask({ name: 'test', webhook })}
      >
        Test
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        c="var(--mantine-color-error)"
        aria-label={`Delete ${webhookName(webhook)}`}
        onClick={() => onTask({ name: 'delete', webhook })}
      >
        Delete
      </Button>
    </Group>
  );
}
