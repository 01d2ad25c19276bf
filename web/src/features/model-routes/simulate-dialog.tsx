import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Route, Simulation } from '../../api/schema.gen.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { KeyLabel } from '../keys/key-label.tsx';
import { providerName } from '../keys/key-words.ts';
import { CandidateList } from '../requests/candidate-list.tsx';
import { pastedRequest } from './pasted-request.ts';
import { simulationQuery } from './simulation-query.ts';

type SimulateDialogProps = { readonly of: Route; readonly onClose: () => void };

/** Which key a request for a route would get now, and why not the others; nothing is called or reserved. */
export function SimulateDialog({ of: route, onClose }: SimulateDialogProps) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<unknown>();
  const [fault, setFault] = useState<string>();
  const query = useQuery(simulationQuery(route.name, asked));
  const look = () => {
    const pasted = pastedRequest(text);
    setFault('fault' in pasted ? pasted.fault : undefined);
    if ('fault' in pasted) return;
    if (JSON.stringify(pasted.json) === JSON.stringify(asked)) void query.refetch();
    else setAsked(pasted.json);
  };
  return (
    <Dialog onClose={onClose} title={`Who would answer ${route.name} now?`} size="xl">
      <Stack>
        <Textarea
          label="Request"
          description="A body of /v1/chat/completions or /v1/embeddings, whatever its model: who could serve just that. Empty: what every key can serve."
          placeholder='{"messages": [{"role": "user", "content": "Hello"}]}'
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          error={fault}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <PageState query={query}>{(simulation) => <Outcome of={simulation} />}</PageState>
        <Group justify="flex-end">
          <Button variant="default" onClick={look} loading={query.isFetching}>
            Look again
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Outcome({ of: { chosen, candidates, error } }: { readonly of: Simulation }) {
  return (
    <>
      {chosen === null ? null : (
        <Text>
          <b>
            <KeyLabel id={chosen.key} />
          </b>{' '}
          of {providerName(chosen.provider)}, with {chosen.model}.
        </Text>
      )}
      {error === null ? null : (
        <Text>
          <b>Nobody:</b> {error.message}
        </Text>
      )}
      <CandidateList candidates={candidates} />
    </>
  );
}
