import { Button, Center } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { User } from '../api/schema.gen.ts';
import { userColumns } from '../features/users/user-columns.tsx';
import { type OpenUserDialog, UserDialogs } from '../features/users/user-dialogs.tsx';
import { usersQuery } from '../features/users/users-query.ts';
import { DataTable } from '../ui/data-table.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { PlusIcon, UsersIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';
import { SettledInput } from '../ui/settled-input.tsx';

const userId = ({ id }: User): string => id;

/** Who may call the gateway, with their limits and gateway keys. */
export function UsersPage() {
  const { find } = useSearch({ from: '/signed-in/users' });
  const navigate = useNavigate({ from: '/users' });
  const query = useInfiniteQuery(usersQuery(find));
  const change = useCallback(
    (text: string | undefined) => void navigate({ search: { find: text }, replace: true, resetScroll: false }),
    [navigate],
  );
  const [dialog, setDialog] = useState<OpenUserDialog>();
  const columns = useMemo(() => userColumns(setDialog), []);
  const pages = query.data?.pages;
  const users = useMemo(() => pages?.flatMap(({ data }) => data), [pages]);
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setDialog({ name: 'add' })}>
      Add a user
    </Button>
  );
  return (
    <Page
      title="Users"
      about="Who may call the gateway: a person, a team or a program, each with gateway keys and limits of its own."
      actions={add}
    >
      <FilterBar>
        <SettledInput label="Find users" placeholder="Name or id" value={find} onSettled={change} />
      </FilterBar>
      <PageState query={{ ...query, data: users }}>
        {(all) =>
          all.length === 0 && find !== undefined ? (
            <NothingHere icon={<UsersIcon size={28} />} title="No user is called that">
              Look for another part of the name, whatever its case, or for a whole id.
            </NothingHere>
          ) : all.length === 0 ? (
            <NothingHere icon={<UsersIcon size={28} />} title="No users yet" action={add}>
              Add a user to get a gateway key: it is what an OpenAI client presents to the gateway.
            </NothingHere>
          ) : (
            <DataTable label="Users" columns={columns} rows={all} rowId={userId} />
          )
        }
      </PageState>
      {query.hasNextPage ? (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </Center>
      ) : null}
      {dialog === undefined ? null : <UserDialogs open={dialog} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
