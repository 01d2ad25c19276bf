import { ActionIcon, Button, Code, Group, List, Menu, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { Route } from '../../api/schema.gen.ts';
import { MoreIcon } from '../../ui/icons.tsx';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { providerName } from '../keys/key-words.ts';

/** What is asked or shown about a route. */
export type RouteTask = { readonly name: 'edit' | 'simulate' | 'delete'; readonly route: Route };

const column = createColumnHelper<Features, Route>();

/** The table of model routes; `onTask` gets what is to be done with one. */
export const routeColumns = (onTask: (task: RouteTask) => void) =>
  column.columns([
    column.accessor('name', {
      header: 'Public name',
      cell: ({ getValue }) => (
        <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {getValue()}
        </Text>
      ),
    }),
    column.display({
      id: 'targets',
      header: 'Targets',
      cell: ({ row: { original: route } }) => (
        <List type="ordered" size="sm" spacing={4}>
          {route.targets.map(({ provider, model }) => (
            <List.Item key={`${provider} ${model}`}>
              {providerName(provider)} <Code>{model}</Code>
            </List.Item>
          ))}
        </List>
      ),
    }),
    column.accessor('system_prompt', {
      header: 'System prompt',
      enableSorting: false,
      cell: ({ getValue }) => (
        <Text size="sm" lineClamp={3} maw={360}>
          {getValue() ?? 'None'}
        </Text>
      ),
    }),
    column.accessor('updated_at', { header: 'Changed', cell: ({ getValue }) => <When at={getValue()} /> }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { silent: true },
      cell: ({ row: { original: route } }) => <RouteMenu of={route} onTask={onTask} />,
    }),
  ]);

type RouteMenuProps = { readonly of: Route; readonly onTask: (task: RouteTask) => void };

function RouteMenu({ of: route, onTask }: RouteMenuProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Simulate ${route.name}`}
        onClick={() => onTask({ name: 'simulate', route })}
      >
        Simulate
      </Button>
      <Menu width={160}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${route.name}`}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onTask({ name: 'edit', route })}>Edit…</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={() => onTask({ name: 'delete', route })}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
