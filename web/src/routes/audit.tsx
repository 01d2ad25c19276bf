import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { AuditEntry } from '../api/schema.gen.ts';
import { auditColumns, changesId } from '../features/audit/audit-columns.tsx';
import { AuditFilters } from '../features/audit/audit-filters.tsx';
import { auditQuery } from '../features/audit/audit-query.ts';
import { type AuditSearch, filterOf, isNarrowed } from '../features/audit/audit-search.ts';
import { ChangeList } from '../features/audit/change-list.tsx';
import { dayAt } from '../features/days/calendar-day.ts';
import { CsvLink } from '../features/exports/csv-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { AuditIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { OlderPages } from '../ui/older-pages.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';
import { useNow } from '../ui/use-now.ts';

const entryId = ({ id }: AuditEntry): string => id;

/** Every operator action, newest first: who changed what, from what to what. */
export function AuditPage() {
  const search = useSearch({ from: '/signed-in/audit' });
  const filter = filterOf(search, useNow(dayAt));
  const narrowed = isNarrowed(filter);
  const navigate = useNavigate({ from: '/audit' });
  const change = useCallback(
    (changed: AuditSearch) =>
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  );
  const query = useInfiniteQuery(auditQuery(filter));
  const [open, setOpen] = useState<string>();
  const pages = query.data?.pages;
  const entries = useMemo(() => pages?.flatMap(({ data }) => data), [pages]);
  const columns = useMemo(() => auditColumns(open, (id) => setOpen(id === open ? undefined : id)), [open]);
  return (
    <Page
      title="Audit"
      about="Every operator action, newest first. Open one to see what it changed, from what to what."
      actions={<CsvLink path="/api/v1/exports/audit.csv" filter={filter} />}
    >
      <AuditFilters value={search} narrowed={narrowed} onChange={change} />
      <PageState query={{ ...query, data: entries }}>
        {(all) =>
          all.length === 0 && narrowed ? (
            <NothingHere icon={<AuditIcon size={28} />} title="No action is like that">
              Loosen the filters above to see more.
            </NothingHere>
          ) : all.length === 0 ? (
            <NothingHere icon={<AuditIcon size={28} />} title="No actions yet">
              As soon as an operator signs in or changes something, it is written down here.
            </NothingHere>
          ) : (
            <DataTable
              label="Operator actions"
              columns={columns}
              rows={all}
              rowId={entryId}
              detail={(entry) =>
                entry.id === open ? <ChangeList of={entry} partId={changesId(entry.id)} /> : undefined
              }
            />
          )
        }
      </PageState>
      <OlderPages of="actions" query={query} />
    </Page>
  );
}
