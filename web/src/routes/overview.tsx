import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../api/schema.gen.ts';
import { FirstSteps } from '../features/overview/first-steps.tsx';
import { LatestRequests } from '../features/overview/latest-requests.tsx';
import { OpenAlerts } from '../features/overview/open-alerts.tsx';
import { overviewQuery } from '../features/overview/overview-query.ts';
import { PoolCard } from '../features/overview/pool-card.tsx';
import { TrafficFigures } from '../features/overview/traffic-figures.tsx';
import { WarningIcon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';
import { When } from '../ui/when.tsx';

/** Whether all is well: capacity of the pool, traffic, failovers, money. */
export function OverviewPage() {
  const query = useQuery(overviewQuery);
  return (
    <Page title="Overview">
      <PageState query={query}>{(overview) => <Everything of={overview} />}</PageState>
    </Page>
  );
}

function Everything({ of: { users, pool, traffic, alerts } }: { readonly of: Overview }) {
  const unused = traffic !== null && traffic.requests === 0;
  return (
    <Stack gap="lg">
      <OpenAlerts of={alerts} />
      {pool.keys === 0 || users === 0 || unused ? <FirstSteps keys={pool.keys} users={users} /> : null}
      {pool.keys === 0 ? null : <PoolCard of={pool} />}
      {traffic === null ? (
        <Alert color="yellow" variant="outline" icon={<WarningIcon />} title="Metering does not answer">
          The figures of the last 24 hours are back as soon as it does. Requests go on, and will all be counted.
        </Alert>
      ) : (
        <section aria-labelledby="traffic">
          <Title order={2} size="h4" id="traffic" mb="sm">
            Last 24 hours{' '}
            <Text span c="dimmed" size="sm" fw={400}>
              since <When at={traffic.since} />
            </Text>
          </Title>
          <TrafficFigures of={traffic} />
        </section>
      )}
      {traffic === null || unused ? null : <LatestRequests />}
    </Stack>
  );
}
