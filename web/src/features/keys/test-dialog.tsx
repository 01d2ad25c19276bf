import { Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Key, KeyTest } from '../../api/schema.gen.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { latency } from '../../ui/duration.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { AttemptBadge } from '../requests/attempt-badge.tsx';
import { providerName } from './key-words.ts';
import { useKeyTest } from './use-key-change.ts';

type TestDialogProps = { readonly of: Key; readonly onClose: () => void };

/** Tests a key as soon as it is opened, and says what the provider answered. */
export function TestDialog({ of: key, onClose }: TestDialogProps) {
  const { mutate, data, error, isPending } = useKeyTest();
  useEffect(() => mutate(key), [mutate, key]);
  return (
    <Dialog onClose={onClose} title={`Test ${key.name}`}>
      <Stack role="status" mih={96}>
        {isPending ? (
          <Group>
            <Loader size="sm" aria-hidden="true" />
            <Text size="sm">Asking {providerName(key.provider)}…</Text>
          </Group>
        ) : null}
        <ProblemNotice problem={error} />
        {data === undefined ? null : <Result of={data} />}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => mutate(key)} disabled={isPending}>
          Test again
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  );
}

function Result({ of: { ok, class: outcome, latency_ms, status, reason } }: { readonly of: KeyTest }) {
  return (
    <Stack gap="sm">
      <Text fw={600}>{ok ? 'The provider takes this key.' : 'The provider did not take this key.'}</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          Outcome: <AttemptBadge outcome={outcome} />
        </List.Item>
        {status === null ? null : <List.Item>HTTP status: {status}</List.Item>}
        {reason === null ? null : <List.Item style={{ overflowWrap: 'anywhere' }}>Reason: {reason}</List.Item>}
        <List.Item>Answered after {latency(latency_ms)}</List.Item>
      </List>
      <Text size="xs" c="dimmed">
        A test changes nothing of the key's state.
      </Text>
    </Stack>
  );
}
