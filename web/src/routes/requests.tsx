import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Request } from '../api/schema.gen.ts';
import { dayAt } from '../features/days/calendar-day.ts';
import { CsvLink } from '../features/exports/csv-link.tsx';
import { OneRequest } from '../features/requests/one-request.tsx';
import { detailId, requestColumns } from '../features/requests/request-columns.tsx';
import { RequestDetails } from '../features/requests/request-detail.tsx';
import { RequestFilters } from '../features/requests/request-filters.tsx';
import { filterOf, isNarrowed, type RequestSearch } from '../features/requests/request-search.ts';
import { requestsQuery } from '../features/requests/requests-query.ts';
import { DataTable } from '../ui/data-table.tsx';
import { RequestsIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { OlderPages } from '../ui/older-pages.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';
import { useNow } from '../ui/use-now.ts';

const requestId = ({ id }: Request): string => id;
const from = '/signed-in/requests';

/** The request log: every model call, newest first, each with its retry chain. */
export function RequestsPage() {
  const search = useSearch({ from });
  const filter = filterOf(search, useNow(dayAt));
  const narrowed = isNarrowed(filter);
  const navigate = useNavigate({ from: '/requests' });
  const query = useInfiniteQuery(requestsQuery(filter));
  const pages = query.data?.pages;
  const requests = useMemo(() => pages?.flatMap(({ data }) => data), [pages]);
  const change = useCallback(
    (changed: RequestSearch) =>
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  );
  const columns = useMemo(
    () => requestColumns(search.open, (id) => change({ open: id === search.open ? undefined : id })),
    [search.open, change],
  );
  return (
    <Page
      title="Requests"
      about="Every model call, newest first. Open one to see which keys were tried, and why."
      actions={<CsvLink path="/api/v1/exports/requests.csv" filter={filter} />}
    >
      <RequestFilters value={search} narrowed={narrowed} onChange={change} />
      {search.id === undefined ? (
        <>
          <PageState query={{ ...query, data: requests }}>
            {(all) =>
              all.length === 0 ? (
                <Empty filtered={narrowed} />
              ) : (
                <DataTable
                  label="Requests"
                  columns={columns}
                  rows={all}
                  rowId={requestId}
                  detail={({ id }) =>
                    id === search.open ? <RequestDetails key={id} id={id} partId={detailId(id)} /> : undefined
                  }
                />
              )
            }
          </PageState>
          <OlderPages of="requests" query={query} />
        </>
      ) : (
        <OneRequest key={search.id} id={search.id} />
      )}
    </Page>
  );
}

function Empty({ filtered }: { readonly filtered: boolean }) {
  return filtered ? (
    <NothingHere icon={<RequestsIcon size={28} />} title="No request is like that">
      Loosen the filters above to see more.
    </NothingHere>
  ) : (
    <NothingHere icon={<RequestsIcon size={28} />} title="No requests yet">
      As soon as a client calls the gateway with a user's gateway key, the call appears here.
    </NothingHere>
  );
}
