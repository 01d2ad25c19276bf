import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { StoredSession } from '../../api/schema.gen.ts';
import { Countdown } from '../../ui/countdown.tsx';
import type { Features } from '../../ui/table-features.ts';
import { When } from '../../ui/when.tsx';
import { UserLabel } from '../users/user-label.tsx';

const column = createColumnHelper<Features, StoredSession>();

/** The table of sessions; `onDelete` gets the one to forget. */
export const sessionColumns = (onDelete: (session: StoredSession) => void) =>
  column.columns([
    column.accessor('id', {
      header: 'Session',
      cell: ({ row: { original } }) => (
        <Anchor
          size="sm"
          title="Its requests"
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => (
            <Link to="/requests" search={{ session: original.id, user: original.user }} {...props} />
          )}
        >
          {original.id}
        </Anchor>
      ),
    }),
    column.accessor('user', { header: 'User', cell: ({ getValue }) => <UserLabel id={getValue()} /> }),
    column.accessor('last_active_at', { header: 'Last turn', cell: ({ getValue }) => <When at={getValue()} /> }),
    column.accessor('started_at', { header: 'Began', cell: ({ getValue }) => <Began at={getValue()} /> }),
    column.accessor('expires_at', { header: 'Forgotten', cell: ({ getValue }) => <Countdown until={getValue()} /> }),
    column.accessor('stored_parts', { header: 'Stored parts', meta: { numeric: true } }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { silent: true },
      cell: ({ row: { original } }) => (
        <Button
          size="compact-sm"
          variant="subtle"
          c="var(--mantine-color-error)"
          aria-label={`Delete the session ${original.id}`}
          onClick={() => onDelete(original)}
        >
          Delete
        </Button>
      ),
    }),
  ]);

const Began = ({ at }: { readonly at: string | null }) => (at === null ? <>–</> : <When at={at} />);
