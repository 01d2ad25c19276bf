import { Code, Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { GatewayKey, User } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { usersKey } from './users-query.ts';

type RevokeDialogProps = { readonly of: User; readonly gatewayKey: GatewayKey; readonly onClose: () => void };

/** Asks before a gateway key is refused from now on. */
export function RevokeDialog({ of: user, gatewayKey, onClose }: RevokeDialogProps) {
  const revoke = useChange(usersKey, (kid: string) =>
    answerOf(api.DELETE('/api/v1/users/{id}/gateway-keys/{kid}', { params: { path: { id: user.id, kid } } })),
  );
  return (
    <ConfirmDialog
      title="Revoke this gateway key?"
      confirm="Revoke"
      pending={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.mutate(gatewayKey.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        Within a second every request with the key <Code>{gatewayKey.fingerprint}</Code> of {user.name} is refused. A
        revoked key does not come back.
      </Text>
    </ConfirmDialog>
  );
}
