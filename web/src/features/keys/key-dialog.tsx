import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { Key } from '../../api/schema.gen.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write.mutate(draft, { onSuccess: onClose });
  };
  const faults = write.error instanceof ApiProblem ? write.error.faults : new Map<string, string>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={key === undefined ? 'Add a provider key' : `Edit ${key.name} (${providerNames[key.provider]})`}
      size="lg"
    >
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <KeyFields value={draft} onChange={setDraft} stored={key !== undefined} faults={faults} />
          <ProblemNotice problem={write.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={write.isPending}>
              {key === undefined ? 'Add key' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
