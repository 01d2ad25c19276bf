import { Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { Webhook } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { webhookName } from './webhook-columns.tsx';
import { webhooksQuery } from './webhooks-query.ts';

type DeleteWebhookDialogProps = { readonly of: Webhook; readonly onClose: () => void };

/** Asks before a webhook is gone. */
export function DeleteWebhookDialog({ of: webhook, onClose }: DeleteWebhookDialogProps) {
  const deletion = useChange(webhooksQuery.queryKey, (id: string) =>
    answerOf(api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } })),
  );
  return (
    <ConfirmDialog
      title={`Delete ${webhookName(webhook)}?`}
      confirm="Delete webhook"
      pending={deletion.isPending}
      problem={deletion.error}
      onConfirm={() => deletion.mutate(webhook.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">Nothing is sent to it any more, also what still waits. Its secret is gone.</Text>
    </ConfirmDialog>
  );
}
