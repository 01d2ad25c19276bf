import { Button, Group, Text } from '@mantine/core';
import { count } from './amount.ts';

type MoreRowsProps = {
  readonly shown: number;
  readonly all: number;
  readonly onMore: () => void;
};

/** Below a long list, of which not every row is drawn at once. */
export const MoreRows = ({ shown, all, onMore }: MoreRowsProps) =>
  shown >= all ? null : (
    <Group justify="center" gap="sm">
      <Text role="status" size="sm" c="dimmed">
        {count(shown)} of {count(all)} are shown
      </Text>
      <Button variant="default" onClick={onMore}>
        Show more
      </Button>
    </Group>
  );
