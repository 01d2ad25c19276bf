import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { Attempt } from '../../api/schema.gen.ts';
import { attemptColor } from './attempt-badge.tsx';
import { attemptLine } from './request-words.ts';

/** The attempts of a request at a glance: one dot each, the last is the one that counts. */
export function ChainDots({ chain }: { readonly chain: readonly Attempt[] }) {
  if (chain.length === 0)
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  const words = chain.map(attemptLine).join(' → ');
  return (
    <Group gap={5} wrap="nowrap" title={words}>
      <VisuallyHidden>{words}</VisuallyHidden>
      <Text size="sm" miw={14} aria-hidden="true">
        {chain.length}
      </Text>
      {chain.map((attempt, index) => (
        <span
          key={index}
          aria-hidden="true"
          style={{
            width: 9,
            height: 9,
            borderRadius: 5,
            background: `var(--mantine-color-${attemptColor[attempt.class]}-6)`,
          }}
        />
      ))}
    </Group>
  );
}
