import { Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { User } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { counted } from '../../ui/amount.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { usersKey } from './users-query.ts';

type DeleteUserDialogProps = { readonly of: User; readonly onClose: () => void };

/** Asks before a user and its gateway keys are gone for good. */
export function DeleteUserDialog({ of: user, onClose }: DeleteUserDialogProps) {
  const deletion = useChange(usersKey, (id: string) =>
    answerOf(api.DELETE('/api/v1/users/{id}', { params: { path: { id } } })),
  );
  return (
    <ConfirmDialog
      title={`Delete ${user.name}?`}
      confirm="Delete user"
      pending={deletion.isPending}
      problem={deletion.error}
      onConfirm={() => deletion.mutate(user.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        {counted(user.gateway_keys.length, 'gateway key')} will be refused within a second. What the user asked stays in
        the request log and in usage.
      </Text>
    </ConfirmDialog>
  );
}
