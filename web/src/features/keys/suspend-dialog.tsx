import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Key } from '../../api/schema.gen.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { suspendKey, useKeyChange } from './use-key-change.ts';

type SuspendDialogProps = { readonly of: Key; readonly onClose: () => void };

/** Takes a key out of use, with a reason for whoever wonders later. */
export function SuspendDialog({ of: key, onClose }: SuspendDialogProps) {
  const suspend = useKeyChange(suspendKey);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    suspend.mutate({ key, reason }, { onSuccess: onClose });
  };
  return (
    <Modal opened onClose={onClose} title={`Suspend ${key.name}`}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">No request uses this key until somebody resumes it. Requests under way are finished.</Text>
          <TextInput
            label="Reason"
            description="Shown beside the key; may stay empty."
            value={reason}
            maxLength={500}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            data-autofocus
          />
          <ProblemNotice problem={suspend.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={suspend.isPending}>
              Suspend
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
