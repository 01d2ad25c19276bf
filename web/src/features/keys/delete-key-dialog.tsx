import { Text } from '@mantine/core';
import type { Key } from '../../api/schema.gen.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useKeyDeletion } from './use-key-change.ts';

type DeleteKeyDialogProps = { readonly of: Key; readonly onClose: () => void };

/** Asks before a key is gone for good. */
export function DeleteKeyDialog({ of: key, onClose }: DeleteKeyDialogProps) {
  const deletion = useKeyDeletion();
  return (
    <ConfirmDialog
      title={`Delete ${key.name}?`}
      confirm="Delete key"
      pending={deletion.isPending}
      problem={deletion.error}
      onConfirm={() => deletion.mutate(key, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        Its secret is erased and cannot be brought back. What it served stays in the request log and in usage.
      </Text>
    </ConfirmDialog>
  );
}
