import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';

/** Under an address that no page has. */
export const LostPage = () => (
  <Page title="There is no such page">
    <Text c="dimmed">
      Choose one of the pages in the menu, or go on with the{' '}
      <Anchor component={Link} to="/" inherit underline="always">
        overview
      </Anchor>
      .
    </Text>
  </Page>
);
