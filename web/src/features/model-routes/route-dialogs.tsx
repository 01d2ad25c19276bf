import { Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { Route } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { modelRoutesQuery } from './model-routes-query.ts';
import type { RouteTask } from './route-columns.tsx';
import { RouteDialog } from './route-dialog.tsx';
import { SimulateDialog } from './simulate-dialog.tsx';

/** Which dialog of the routes page is open. */
export type OpenRouteDialog = { readonly name: 'add' } | RouteTask;

type RouteDialogsProps = { readonly open: OpenRouteDialog; readonly onClose: () => void };

/** The dialog that is open. */
export function RouteDialogs({ open, onClose }: RouteDialogsProps) {
  switch (open.name) {
    case 'add':
      return <RouteDialog onClose={onClose} />;
    case 'edit':
      return <RouteDialog of={open.route} onClose={onClose} />;
    case 'simulate':
      return <SimulateDialog of={open.route} onClose={onClose} />;
    case 'delete':
      return <DeleteRouteDialog of={open.route} onClose={onClose} />;
  }
}

function DeleteRouteDialog({ of: { name }, onClose }: { readonly of: Route; readonly onClose: () => void }) {
  const deletion = useChange(modelRoutesQuery.queryKey, (route: string) =>
    answerOf(api.DELETE('/api/v1/routes/{name}', { params: { path: { name: route } } })),
  );
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete route"
      pending={deletion.isPending}
      problem={deletion.error}
      onConfirm={() => deletion.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">Clients that ask for it get an error, unless a key serves a model of that very name.</Text>
    </ConfirmDialog>
  );
}
