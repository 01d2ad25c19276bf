import { Box, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Webhook } from '../../api/schema.gen.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { TestWebhookDialog } from './test-webhook-dialog.tsx';
import { type WebhookTask, webhookColumns } from './webhook-columns.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhooksQuery } from './webhooks-query.ts';

type OpenWebhookDialog = { readonly name: 'add' } | WebhookTask;

const webhookId = ({ id }: Webhook): string => id;

/** Who is told of alerts, as a part of a page. */
export function WebhookList() {
  const query = useQuery(webhooksQuery);
  const [dialog, setDialog] = useState<OpenWebhookDialog>();
  const columns = useMemo(() => webhookColumns(setDialog), []);
  const close = () => setDialog(undefined);
  return (
    <Box component="section" aria-labelledby="webhooks">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="webhooks">
          Webhooks
        </Title>
        <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={() => setDialog({ name: 'add' })}>
          Add a webhook
        </Button>
      </Group>
      <PageState query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nobody is told of alerts but who looks at this page. A webhook gets a signed message of each.
            </Text>
          ) : (
            <DataTable label="Who is told of alerts" columns={columns} rows={webhooks} rowId={webhookId} />
          )
        }
      </PageState>
      {dialog === undefined ? null : <OpenDialog open={dialog} onClose={close} />}
    </Box>
  );
}

function OpenDialog({ open, onClose }: { readonly open: OpenWebhookDialog; readonly onClose: () => void }) {
  switch (open.name) {
    case 'add':
      return <WebhookDialog onClose={onClose} />;
    case 'test':
      return <TestWebhookDialog of={open.webhook} onClose={onClose} />;
    case 'delete':
      return <DeleteWebhookDialog of={open.webhook} onClose={onClose} />;
  }
}
