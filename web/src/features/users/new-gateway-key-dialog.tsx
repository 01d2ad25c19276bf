import { Button, Group, Stack, Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { User } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { NewGatewayKey } from './new-gateway-key.tsx';
import { usersKey } from './users-query.ts';

type NewGatewayKeyDialogProps = { readonly of: User; readonly onClose: () => void };

/** Makes a further gateway key, so that the old one can be replaced without a gap. */
export function NewGatewayKeyDialog({ of: user, onClose }: NewGatewayKeyDialogProps) {
  const add = useChange(usersKey, (id: string) =>
    answerOf(api.POST('/api/v1/users/{id}/gateway-keys', { params: { path: { id } } })),
  );
  return (
    <Dialog
      onClose={onClose}
      title={`A further gateway key for ${user.name}`}
      closeOnClickOutside={add.data === undefined}
    >
      {add.data === undefined ? (
        <Stack>
          <Text size="sm">
            The keys that {user.name} has go on working. Revoke an old one once nothing uses it any more.
          </Text>
          <ProblemNotice problem={add.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={add.isPending} onClick={() => add.mutate(user.id)} data-autofocus>
              Make the key
            </Button>
          </Group>
        </Stack>
      ) : (
        <NewGatewayKey gatewayKey={add.data.gateway_key} onClose={onClose} />
      )}
    </Dialog>
  );
}
