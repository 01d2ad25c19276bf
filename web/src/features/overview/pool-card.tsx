import { Anchor, Box, Card, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/schema.gen.ts';
import { count, counted } from '../../ui/amount.ts';
import { keyStates, stateColor } from '../keys/key-words.ts';

/** How the keys stand together: a bar of their states, each with its count, and what the capped ones have left. */
export function PoolCard({ of: pool }: { readonly of: Overview['pool'] }) {
  const present = keyStates.filter((state) => pool[state] > 0);
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" align="baseline">
        <Title order={2} size="h4">
          Key pool
        </Title>
        <Anchor component={Link} to="/keys" size="sm">
          {counted(pool.keys, 'key')}
        </Anchor>
      </Group>
      <Progress.Root size={14} mt="md" radius="xl" aria-hidden="true">
        {present.map((state) => (
          <Progress.Section key={state} value={(pool[state] / pool.keys) * 100} color={`${stateColor[state]}.6`} />
        ))}
      </Progress.Root>
      <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} mt="md" spacing="sm">
        {keyStates.map((state) => (
          <Group key={state} gap={8} wrap="nowrap" align="baseline">
            <Box
              aria-hidden="true"
              w={9}
              h={9}
              bg={`${stateColor[state]}.6`}
              style={{ borderRadius: 5, flexShrink: 0 }}
            />
            <Text size="sm">
              <b>{count(pool[state])}</b> {state}
            </Text>
          </Group>
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md">
        {pool.requests_remaining === null
          ? 'No capped key with a request limit can serve now.'
          : `${count(pool.requests_remaining)} requests left on the capped keys that can serve, of ${counted(pool.capped_keys, 'capped key')}.`}
      </Text>
    </Card>
  );
}
