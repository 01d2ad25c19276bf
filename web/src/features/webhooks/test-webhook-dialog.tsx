import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { Webhook, WebhookTest } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { latency } from '../../ui/duration.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { webhookName } from './webhook-columns.tsx';
import { webhooksQuery } from './webhooks-query.ts';

type TestWebhookDialogProps = { readonly of: Webhook; readonly onClose: () => void };

/** Sends a test message, and says how that went. */
export function TestWebhookDialog({ of: webhook, onClose }: TestWebhookDialogProps) {
  const { mutate, data, error, isPending } = useChange(webhooksQuery.queryKey, (id: string) =>
    answerOf(api.POST('/api/v1/webhooks/{id}/test', { params: { path: { id } } })),
  );
  return (
    <Dialog onClose={onClose} title={`Test ${webhookName(webhook)}`}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        A signed message of the type webhook.test goes to {webhook.url}, once.
      </Text>
      <Stack role="status" mih={80} mt="md">
        {isPending ? (
          <Group>
            <Loader size="sm" aria-hidden="true" />
            <Text size="sm">Sending a test message…</Text>
          </Group>
        ) : null}
        <ProblemNotice problem={error} />
        {data === undefined ? null : <Result of={data} />}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => mutate(webhook.id)} loading={isPending} data-autofocus>
          {data === undefined ? 'Send it' : 'Send another'}
        </Button>
      </Group>
    </Dialog>
  );
}

const Result = ({ of: { ok, status, reason, latency_ms } }: { readonly of: WebhookTest }) => (
  <>
    <Text fw={600}>{ok ? 'The receiver took the message.' : 'The receiver did not take the message.'}</Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {reason ?? `HTTP status ${String(status)}`}, after {latency(latency_ms)}.
    </Text>
  </>
);
