import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { Key } from '../../api/schema.gen.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { emptyKey, type KeyDraft, keyChangeBody, keyDraft, newKeyBody } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';
import { providerNames } from './key-words.ts';
import { useKeyChange } from './use-key-change.ts';

type KeyDialogProps = {
  /** The key to edit; absent: a new one. */
  readonly of?: Key;
  readonly onClose: () => void;
};

/** Enters a provider key, or edits one. */
export function KeyDialog({ of: key, onClose }: KeyDialogProps) {
  const [draft, setDraft] = useState(() => (key === undefined ? emptyKey : keyDraft(key)));
  const write = useKeyChange((entered: KeyDraft) =>
    key === undefined
      ? answerOf(api.POST('/api/v1/keys', { body: newKeyBody(entered) }))
      : answerOf(
          api.PATCH('/api/v1/keys/{id}', { params: { path: { id: key.id } }, body: keyChangeBody(entered, key) }),
        ),
  );
  const send = () => {
    write.mutate(draft, { onSuccess: onClose });
  };
  const faults = write.error instanceof ApiProblem ? write.error.faults : new Map<string, string>();
  return (
    <FormDialog
      title={key === undefined ? 'Add a provider key' : `Edit ${key.name} (${providerNames[key.provider]})`}
      wide
      send={key === undefined ? 'Add key' : 'Save'}
      pending={write.isPending}
      problem={write.error}
      onSend={send}
      onClose={onClose}
    >
      <KeyFields value={draft} onChange={setDraft} stored={key !== undefined} faults={faults} />
    </FormDialog>
  );
}
