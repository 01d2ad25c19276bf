import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { Route, Simulation } from '../../api/schema.gen.ts';
import { PageState } from '../../ui/page-state.tsx';
import { KeyLabel } from '../keys/key-label.tsx';
import { providerName } from '../keys/key-words.ts';
import { CandidateList } from '../requests/candidate-list.tsx';

type SimulateDialogProps = { readonly of: Route; readonly onClose: () => void };

/** Which key a request for a route would get now, and why not the others; nothing is called or reserved. */
export function SimulateDialog({ of: route, onClose }: SimulateDialogProps) {
  const query = useQuery({
    queryKey: ['simulation', route.name],
    queryFn: () =>
      answerOf(api.POST('/api/v1/routes/{name}/simulate', { params: { path: { name: route.name } }, body: null })),
    staleTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={`Who would answer ${route.name} now?`} size="xl">
      <Stack>
        <PageState query={query}>{(simulation) => <Outcome of={simulation} />}</PageState>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
            Look again
          </Button>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
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
