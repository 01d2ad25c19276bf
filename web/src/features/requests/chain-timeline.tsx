import { Box, Code, Group, Text, Timeline } from '@mantine/core';
import type { Attempt, RequestDetail } from '../../api/schema.gen.ts';
import { latency } from '../../ui/duration.ts';
import { KeyLabel } from '../keys/key-label.tsx';
import { providerName } from '../keys/key-words.ts';
import { AttemptBadge, attemptColor } from './attempt-badge.tsx';
import { type Stretch, waterfall } from './waterfall.ts';

/** Every attempt of a request in order: what was called, what came of it, why, and how long it took. */
export function ChainTimeline({ of: { chain, latency_ms } }: { readonly of: RequestDetail }) {
  if (chain.length === 0) return <Text size="sm">No provider was called.</Text>;
  const stretches = waterfall(
    chain.map((attempt) => attempt.latency_ms),
    latency_ms,
  );
  return (
    <Timeline component="ol" bulletSize={22} lineWidth={2} active={chain.length} my={0} style={{ listStyle: 'none' }}>
      {chain.map((attempt, index) => (
        <Timeline.Item
          component="li"
          key={index}
          color={`${attemptColor[attempt.class]}.8`}
          bullet={
            <Text size="xs" fw={700} c="white">
              {index + 1}
            </Text>
          }
        >
          <AttemptLines of={attempt} stretch={stretches[index]} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function AttemptLines({ of: attempt, stretch }: { readonly of: Attempt; readonly stretch: Stretch | undefined }) {
  return (
    <Box pb={4}>
      <Group gap={8}>
        <Text size="sm" fw={600}>
          <KeyLabel id={attempt.key} />
        </Text>
        <Text size="sm" c="dimmed">
          {providerName(attempt.provider)}
        </Text>
        <Code>{attempt.model}</Code>
        <AttemptBadge outcome={attempt.class} />
        {attempt.status === null ? null : <Text size="sm">HTTP {attempt.status}</Text>}
        <Text size="sm" c="dimmed">
          {latency(attempt.latency_ms)}
        </Text>
      </Group>
      {attempt.reason === null ? null : (
        <Text size="sm" mt={2} style={{ overflowWrap: 'anywhere' }}>
          {attempt.reason}
        </Text>
      )}
      {stretch === undefined ? null : (
        <Box
          aria-hidden="true"
          mt={6}
          maw={520}
          h={4}
          bg="var(--mantine-color-default-border)"
          style={{ borderRadius: 2 }}
        >
          <Box
            h={4}
            ml={`${stretch.from * 100}%`}
            w={`max(3px, ${stretch.length * 100}%)`}
            bg={`${attemptColor[attempt.class]}.6`}
            style={{ borderRadius: 2 }}
          />
        </Box>
      )}
    </Box>
  );
}
