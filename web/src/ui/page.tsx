import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type PageProps = {
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly about?: string;
  /** What can be done on the page as a whole. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A page of the dashboard: its title, in the browser's tab too, what it is for, and its content. */
export function Page({ title, about, actions, children }: PageProps) {
  return (
    <Stack gap="lg">
      <title>{`${title} · Palimpsest Gateway`}</title>
      <Group justify="space-between" align="flex-end" gap="md">
        <Box>
          <Title order={1} size="h2">
            {title}
          </Title>
          {about === undefined ? null : (
            <Text c="dimmed" size="sm" mt={4} maw="80ch">
              {about}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
