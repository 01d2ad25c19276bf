import { TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { User } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LimitsEditor } from '../limits/limits-editor.tsx';
import { NewGatewayKey } from './new-gateway-key.tsx';
import { emptyUser, type UserDraft, userBody, userChangeBody, userDraft } from './user-draft.ts';
import { usersKey } from './users-query.ts';

type UserDialogProps = {
  /** The user to edit; absent: a new one. */
  readonly of?: User;
  readonly onClose: () => void;
};

/** Enters a user and shows the new gateway key, or edits a user. */
export function UserDialog({ of: user, onClose }: UserDialogProps) {
  const [draft, setDraft] = useState(() => (user === undefined ? emptyUser : userDraft(user)));
  const [gatewayKey, setGatewayKey] = useState<string>();
  const create = useChange(usersKey, (entered: UserDraft) =>
    answerOf(api.POST('/api/v1/users', { body: userBody(entered) })),
  );
  const edit = useChange(usersKey, ({ of, entered }: { readonly of: User; readonly entered: UserDraft }) =>
    answerOf(api.PATCH('/api/v1/users/{id}', { params: { path: { id: of.id } }, body: userChangeBody(entered, of) })),
  );
  const send = () => {
    if (user === undefined) create.mutate(draft, { onSuccess: (made) => setGatewayKey(made.gateway_key) });
    else edit.mutate({ of: user, entered: draft }, { onSuccess: onClose });
  };
  if (gatewayKey !== undefined)
    return (
      <Dialog onClose={onClose} title={`The gateway key of ${draft.name.trim()}`} closeOnClickOutside={false}>
        <NewGatewayKey gatewayKey={gatewayKey} onClose={onClose} />
      </Dialog>
    );
  const problem = create.error ?? edit.error;
  const faults = problem instanceof ApiProblem ? problem.faults : new Map<string, string>();
  return (
    <FormDialog
      title={user === undefined ? 'Add a user' : `Edit ${user.name}`}
      wide
      send={user === undefined ? 'Add user' : 'Save'}
      pending={create.isPending || edit.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="ada@example.org, or what the key is for"
        required
        data-autofocus
        value={draft.name}
        error={faults.get('name')}
        onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
      />
      <TagsInput
        label="Models"
        description="Public names or globs such as gpt-4*. None: all models."
        placeholder={draft.models.length === 0 ? 'Type a name, then Enter' : ''}
        value={[...draft.models]}
        error={[...faults].find(([path]) => path.startsWith('models'))?.[1]}
        onChange={(models) => setDraft({ ...draft, models })}
      />
      <LimitsEditor
        value={draft.limits}
        onChange={(limits) => setDraft({ ...draft, limits })}
        none="None: the user may use whatever the pool has."
        faults={faults}
      />
    </FormDialog>
  );
}
