import { Anchor, Container, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Under an address that no page has. */
export function LostPage() {
  return (
    <Container component="main" size="sm" py={80}>
      <title>Not found · Palimpsest Gateway</title>
      <Title order={1} size="h2">
        There is no such page
      </Title>
      <Text c="dimmed" mt="sm">
        Go on with the{' '}
        <Anchor component={Link} to="/" inherit underline="always">
          overview
        </Anchor>
        .
      </Text>
    </Container>
  );
}
