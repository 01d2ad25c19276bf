import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { StoredSession } from '../api/schema.gen.ts';
import { DeleteSessionDialog } from '../features/sessions/delete-session-dialog.tsx';
import { sessionColumns } from '../features/sessions/session-columns.tsx';
import { sessionsQuery } from '../features/sessions/sessions-query.ts';
import { UserSelect } from '../features/users/user-select.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { SessionsIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { OlderPages } from '../ui/older-pages.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';

const sessionId = ({ user, id }: StoredSession): string => `${user} ${id}`;

/** Which conversations are stored, and the way to forget one. */
export function SessionsPage() {
  const [user, setUser] = useState<string>();
  const query = useInfiniteQuery(sessionsQuery(user));
  const [deleting, setDeleting] = useState<StoredSession>();
  const pages = query.data?.pages;
  const sessions = useMemo(() => pages?.flatMap(({ data }) => data), [pages]);
  const columns = useMemo(() => sessionColumns(setDeleting), []);
  return (
    <Page
      title="Sessions"
      about="The conversations that the gateway carries on for clients with X-Session-ID, the latest first. What is in them is encrypted and shown nowhere."
    >
      <FilterBar>
        <UserSelect value={user} onChange={setUser} />
      </FilterBar>
      <PageState query={{ ...query, data: sessions }}>
        {(all) =>
          all.length === 0 ? (
            <NothingHere
              icon={<SessionsIcon size={28} />}
              title={user === undefined ? 'No sessions yet' : 'This user has no sessions'}
            >
              A session appears here once a request with the header X-Session-ID was answered.
            </NothingHere>
          ) : (
            <DataTable label="Sessions" columns={columns} rows={all} rowId={sessionId} />
          )
        }
      </PageState>
      <OlderPages of="sessions" query={query} />
      {deleting === undefined ? null : <DeleteSessionDialog of={deleting} onClose={() => setDeleting(undefined)} />}
    </Page>
  );
}
