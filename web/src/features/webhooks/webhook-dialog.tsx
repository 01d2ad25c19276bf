import { Checkbox, Code, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { webhooksQuery } from './webhooks-query.ts';

const eventWords = [
  { name: 'alert.raised', label: 'An alert is raised' },
  { name: 'alert.ended', label: 'An alert is over' },
] as const;
type EventName = (typeof eventWords)[number]['name'];

const empty = { url: '', name: '', events: eventWords.map(({ name }): EventName => name) };

/** Enters a webhook and shows its signing secret. */
export function WebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(empty);
  const [secret, setSecret] = useState<string>();
  const create = useChange(webhooksQuery.queryKey, ({ url, name, events }: typeof draft) =>
    answerOf(api.POST('/api/v1/webhooks', { body: { url: url.trim(), name: name.trim() || null, events } })),
  );
  if (secret !== undefined)
    return (
      <Dialog onClose={onClose} title="The signing secret of the webhook" closeOnClickOutside={false}>
        <ShownOnce
          secret={secret}
          lost="The gateway keeps it encrypted. A lost secret cannot be shown again: delete the webhook and enter it anew."
          onClose={onClose}
        >
          By it the receiver checks <Code>webhook-signature</Code>, as every library of Standard Webhooks does.
        </ShownOnce>
      </Dialog>
    );
  const faults = create.error instanceof ApiProblem ? create.error.faults : new Map<string, string>();
  return (
    <FormDialog
      title="Add a webhook"
      send="Add webhook"
      pending={create.isPending}
      problem={create.error}
      onSend={() => create.mutate(draft, { onSuccess: (made) => setSecret(made.secret) })}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="Where messages are posted. It is shown as it is: a secret does not belong in it."
        placeholder="https://example.com/hooks"
        type="url"
        required
        data-autofocus
        value={draft.url}
        error={faults.get('url')}
        onChange={({ currentTarget }) => setDraft({ ...draft, url: currentTarget.value })}
      />
      <TextInput
        label="Name"
        placeholder="on call"
        value={draft.name}
        error={faults.get('name')}
        onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
      />
      <Checkbox.Group
        label="Told when"
        value={draft.events}
        error={faults.get('events')}
        onChange={(chosen) =>
          setDraft({ ...draft, events: empty.events.filter((name) => chosen.some((word) => word === name)) })
        }
      >
        <Stack gap="xs" mt="xs">
          {eventWords.map(({ name, label }) => (
            <Checkbox key={name} value={name} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
