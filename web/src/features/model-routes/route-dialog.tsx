import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { Route } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { modelRoutesQuery } from './model-routes-query.ts';
import { emptyRoute, isTaken, type RouteDraft, routeBody, routeDraft } from './route-draft.ts';
import { TargetList } from './target-list.tsx';

type RouteDialogProps = {
  /** The route to edit; absent: a new one. */
  readonly of?: Route;
  readonly onClose: () => void;
};

/** Enters a model route, or edits one. */
export function RouteDialog({ of: route, onClose }: RouteDialogProps) {
  const [draft, setDraft] = useState(() => (route === undefined ? emptyRoute : routeDraft(route)));
  const write = useChange(modelRoutesQuery.queryKey, (entered: RouteDraft) =>
    answerOf(
      api.PUT('/api/v1/routes/{name}', {
        params: { path: { name: entered.name.trim() } },
        body: routeBody(entered),
      }),
    ),
  );
  const { data: routes = [] } = useQuery(modelRoutesQuery);
  // Once it is written, it is in the list itself.
  const isRefused = route === undefined && !write.isPending && !write.isSuccess && isTaken(draft.name, routes);
  const send = () => {
    if (!isRefused) write.mutate(draft, { onSuccess: onClose });
  };
  const faults = write.error instanceof ApiProblem ? write.error.faults : new Map<string, string>();
  return (
    <FormDialog
      title={route === undefined ? 'Add a route' : `Edit ${route.name}`}
      wide
      send={route === undefined ? 'Add route' : 'Save'}
      pending={write.isPending}
      problem={write.error}
      onSend={send}
      onClose={onClose}
    >
      {route === undefined ? (
        <TextInput
          label="Public name"
          description="What clients ask for as their model."
          placeholder="smart"
          required
          data-autofocus
          value={draft.name}
          error={isRefused ? 'There is a route of this name: edit that one, or take another name.' : faults.get('name')}
          onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
      ) : null}
      <TargetList value={draft.targets} onChange={(targets) => setDraft({ ...draft, targets })} faults={faults} />
      <Textarea
        label="System prompt"
        description="Put before a conversation that brings none of its own. Empty: none."
        autosize
        minRows={2}
        maxRows={10}
        value={draft.systemPrompt}
        error={faults.get('system_prompt')}
        onChange={({ currentTarget }) => setDraft({ ...draft, systemPrompt: currentTarget.value })}
      />
    </FormDialog>
  );
}
