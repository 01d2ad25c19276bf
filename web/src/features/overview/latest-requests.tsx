import { Anchor, Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Request } from '../../api/schema.gen.ts';
import { latency } from '../../ui/duration.ts';
import { When } from '../../ui/when.tsx';
import { ChainDots } from '../requests/chain-dots.tsx';
import { OutcomeBadge } from '../requests/outcome-badge.tsx';
import { requestsQuery } from '../requests/requests-query.ts';

const SHOWN = 6;

/** The newest requests, each leading to its retry chain. */
export function LatestRequests() {
  const { data } = useInfiniteQuery(requestsQuery({}));
  const latest = data?.pages[0]?.data.slice(0, SHOWN) ?? [];
  if (latest.length === 0) return null;
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" align="baseline">
        <Title order={2} size="h4">
          Latest requests
        </Title>
        <Anchor component={Link} to="/requests" size="sm">
          All requests
        </Anchor>
      </Group>
      <Stack component="ul" gap={0} mt="sm" p={0} mb={0} style={{ listStyle: 'none' }}>
        {latest.map((request) => (
          <LatestRequest key={request.id} of={request} />
        ))}
      </Stack>
    </Card>
  );
}

function LatestRequest({ of: request }: { readonly of: Request }) {
  return (
    <Group
      component="li"
      gap="sm"
      py={8}
      wrap="nowrap"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Text size="sm" c="dimmed" miw={88} visibleFrom="xs">
        <When at={request.at} />
      </Text>
      <Box style={{ flexGrow: 1 }} miw={0} lh="xs">
        <Anchor
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => <Link to="/requests" search={{ open: request.id }} {...props} />}
        >
          {request.model}
        </Anchor>
        <Text size="xs" c="dimmed" hiddenFrom="xs">
          <When at={request.at} />
        </Text>
      </Box>
      <ChainDots chain={request.chain} />
      <OutcomeBadge outcome={request.outcome} />
      <Text size="sm" miw={64} ta="right" visibleFrom="xs">
        {latency(request.latency_ms)}
      </Text>
    </Group>
  );
}
