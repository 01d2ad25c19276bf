import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Request } from '../../api/schema.gen.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { detailId, requestColumns } from './request-columns.tsx';
import { RequestDetails } from './request-detail.tsx';
import { requestQuery } from './requests-query.ts';

const requestId = ({ id }: Request): string => id;

/** The request that a client names by its `x-request-id`, however old, with its chain. */
export function OneRequest({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(true);
  const columns = useMemo(() => requestColumns(open ? id : undefined, () => setOpen(!open)), [id, open]);
  return (
    <PageState query={useQuery(requestQuery(id))}>
      {(request) => (
        <DataTable
          label="Requests"
          columns={columns}
          rows={[request]}
          rowId={requestId}
          detail={() => (open ? <RequestDetails id={id} partId={detailId(id)} /> : undefined)}
        />
      )}
    </PageState>
  );
}
