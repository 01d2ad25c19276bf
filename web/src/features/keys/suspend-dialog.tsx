import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../api/schema.gen.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { suspendKey, useKeyChange } from './use-key-change.ts';

type SuspendDialogProps = { readonly of: Key; readonly onClose: () => void };

/** Takes a key out of use, with a reason for whoever wonders later. */
export function SuspendDialog({ of: key, onClose }: SuspendDialogProps) {
  const suspend = useKeyChange(suspendKey);
  const [reason, setReason] = useState('');
  const send = () => {
    suspend.mutate({ key, reason }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Suspend ${key.name}`}
      send="Suspend"
      pending={suspend.isPending}
      problem={suspend.error}
      onSend={send}
      onClose={onClose}
    >
      <Text size="sm">No request uses this key until somebody resumes it. Requests under way are finished.</Text>
      <TextInput
        label="Reason"
        description="Shown beside the key; may stay empty."
        value={reason}
        maxLength={500}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
