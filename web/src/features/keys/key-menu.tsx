import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Key } from '../../api/schema.gen.ts';
import { MoreIcon } from '../../ui/icons.tsx';

/** What asks or tells before anything is done with a key. */
export type KeyDialogName = 'test' | 'edit' | 'suspend' | 'delete';

/** What an operator may want done with a key. */
export type KeyActions = {
  readonly open: (dialog: KeyDialogName, key: Key) => void;
  readonly resume: (key: Key) => void;
  readonly enable: (key: Key, enabled: boolean) => void;
};

type KeyMenuProps = { readonly of: Key; readonly actions: KeyActions };

/** What can be done with one key as it stands. */
export function KeyMenu({ of: key, actions }: KeyMenuProps) {
  const opener = (dialog: KeyDialogName) => () => actions.open(dialog, key);
  const marked = key.state !== 'active' && key.state !== 'disabled';
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {marked || key.model_states.length > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => actions.resume(key)}
          aria-label={`Resume ${key.name}`}
        >
          Resume
        </Button>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={opener('test')} aria-label={`Test ${key.name}`}>
        Test
      </Button>
      <Menu width={190}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${key.name}`}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={opener('edit')}>Edit…</Menu.Item>
          {key.state === 'suspended' ? null : <Menu.Item onClick={opener('suspend')}>Suspend…</Menu.Item>}
          <Menu.Item onClick={() => actions.enable(key, !key.enabled)}>{key.enabled ? 'Disable' : 'Enable'}</Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/requests" search={{ key: key.id }} {...props} />}>
            Requests
          </Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/usage" search={{ key: key.id }} {...props} />}>Usage</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={opener('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
