import { Box, Grid, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageState } from '../../ui/page-state.tsx';
import { CandidateList } from './candidate-list.tsx';
import { ChainTimeline } from './chain-timeline.tsx';
import { RequestFacts } from './request-facts.tsx';
import { requestQuery } from './requests-query.ts';

type RequestDetailsProps = {
  readonly id: string;
  /** The id of this part of the page, for the button that opened it. */
  readonly partId: string;
};

/** What a row of the request log opens to: the retry chain, the keys considered, and the facts. */
export function RequestDetails({ id, partId }: RequestDetailsProps) {
  const query = useQuery(requestQuery(id));
  return (
    <Box component="section" id={partId} aria-label="Retry chain and details" p="lg" bg="var(--detail-background)">
      <PageState query={query}>
        {(request) => (
          <Grid gap="xl">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Title order={2} size="h5" mb="md">
                Retry chain
              </Title>
              <ChainTimeline of={request} />
              <Title order={2} size="h5" mt="xl" mb={6}>
                Keys considered
              </Title>
              <CandidateList candidates={request.candidates} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Title order={2} size="h5" mb="md">
                Details
              </Title>
              <RequestFacts of={request} />
            </Grid.Col>
          </Grid>
        )}
      </PageState>
    </Box>
  );
}
