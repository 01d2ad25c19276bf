import { ActionIcon, Button, Code, Group, Menu, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { User } from '../../api/schema.gen.ts';
import { CloseIcon, MoreIcon } from '../../ui/icons.tsx';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { LimitBars } from '../limits/limit-bars.tsx';
import type { UserTask } from './user-dialogs.tsx';

const column = createColumnHelper<Features, User>();

/** The table of users; `onTask` gets what is to be done with one. */
export const userColumns = (onTask: (task: UserTask) => void) =>
  column.columns([
    column.accessor('name', {
      header: 'User',
      cell: ({ row: { original: user } }) => <UserName of={user} />,
    }),
    column.display({
      id: 'limits',
      header: 'Left',
      cell: ({ row: { original: user } }) => <LimitBars limits={user.limits} remaining={user.remaining} />,
    }),
    column.display({
      id: 'gateway-keys',
      header: 'Gateway keys',
      cell: ({ row: { original: user } }) => <GatewayKeys of={user} onTask={onTask} />,
    }),
    column.accessor('created_at', {
      header: 'Since',
      cell: ({ getValue }) => <When at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { silent: true },
      cell: ({ row: { original: user } }) => <UserMenu of={user} onTask={onTask} />,
    }),
  ]);

type CellProps = { readonly of: User; readonly onTask: (task: UserTask) => void };

function UserName({ of: user }: { readonly of: User }) {
  return (
    <Stack gap={2} miw={150} maw={300}>
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {user.name}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {user.models === null ? 'All models' : user.models.join(', ')}
      </Text>
    </Stack>
  );
}

function GatewayKeys({ of: user, onTask }: CellProps) {
  return (
    <Stack gap={6} align="flex-start">
      {user.gateway_keys.length === 0 ? <Text size="sm">None: every request is refused.</Text> : null}
      {user.gateway_keys.map((gatewayKey) => (
        <Group key={gatewayKey.id} gap={6} wrap="nowrap">
          <Code title="The first digits of its SHA-256">{gatewayKey.fingerprint}</Code>
          <Text size="xs" c="dimmed">
            <When at={gatewayKey.created_at} />
          </Text>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            title="Revoke"
            aria-label={`Revoke ${gatewayKey.fingerprint} of ${user.name}`}
            onClick={() => onTask({ name: 'revoke', user, gatewayKey })}
          >
            <CloseIcon size={14} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

function UserMenu({ of: user, onTask }: CellProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`New key for ${user.name}`}
        onClick={() => onTask({ name: 'new-key', user })}
      >
        New key
      </Button>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${user.name}`}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onTask({ name: 'edit', user })}>Edit…</Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/requests" search={{ user: user.id }} {...props} />}>
            Requests
          </Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/usage" search={{ user: user.id }} {...props} />}>
            Usage
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={() => onTask({ name: 'delete', user })}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
