import { Group, Text } from '@mantine/core';

/** The name of the house under its mark: a page whose first writing shows under the second. */
export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <svg aria-hidden="true" focusable="false" width="28" height="28" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="7" fill="#3f4a9e" />
        <g strokeLinecap="round" strokeWidth="2.6" fill="none">
          <path d="M8 12h12M8 18h14M8 24h9" stroke="#8f99e0" />
          <path d="M8 9h16M8 15h13M8 21h16" stroke="#fff" />
        </g>
      </svg>
      <Text fw={650} style={{ letterSpacing: '-0.01em' }}>
        Palimpsest
      </Text>
    </Group>
  );
}
