import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Route } from '../api/schema.gen.ts';
import { modelRoutesQuery } from '../features/model-routes/model-routes-query.ts';
import { routeColumns } from '../features/model-routes/route-columns.tsx';
import { type OpenRouteDialog, RouteDialogs } from '../features/model-routes/route-dialogs.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { PlusIcon, RoutesIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';

const byName = [{ id: 'name', desc: false }];
const routeName = ({ name }: Route): string => name;

/** Public model names over several targets. */
export function ModelRoutesPage() {
  const query = useQuery(modelRoutesQuery);
  const [dialog, setDialog] = useState<OpenRouteDialog>();
  const columns = useMemo(() => routeColumns(setDialog), []);
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setDialog({ name: 'add' })}>
      Add a route
    </Button>
  );
  return (
    <Page
      title="Routes"
      about="One public model name over several targets: the gateway goes down the list until one answers."
      actions={add}
    >
      <PageState query={query}>
        {(routes) =>
          routes.length === 0 ? (
            <NothingHere icon={<RoutesIcon size={28} />} title="No routes yet" action={add}>
              Clients can ask for every model that a key serves by its own name. Add a route to give several models of
              several providers one name.
            </NothingHere>
          ) : (
            <DataTable label="Model routes" columns={columns} rows={routes} rowId={routeName} sorting={byName} />
          )
        }
      </PageState>
      {dialog === undefined ? null : <RouteDialogs open={dialog} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
