import { Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { StoredSession } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { UserLabel } from '../users/user-label.tsx';

type DeleteSessionDialogProps = { readonly of: StoredSession; readonly onClose: () => void };

/** Asks before a session is forgotten. */
export function DeleteSessionDialog({ of: session, onClose }: DeleteSessionDialogProps) {
  const deletion = useChange(['sessions'], ({ user, id }: StoredSession) =>
    // Not in the path: a browser takes `.` and `..` out of it.
    answerOf(api.DELETE('/api/v1/sessions/{user}', { params: { path: { user }, query: { id } } })),
  );
  return (
    <ConfirmDialog
      title={`Delete the session ${session.id}?`}
      confirm="Delete session"
      pending={deletion.isPending}
      problem={deletion.error}
      onConfirm={() => deletion.mutate(session, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        What is stored of it is gone for good, and the next request of <UserLabel id={session.user} /> with this id
        starts empty. The request log keeps its entries.
      </Text>
    </ConfirmDialog>
  );
}
