import { Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ProblemNotice } from './problem-notice.tsx';

/** In place of a page that could not be shown. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Container component="main" size="sm" py="xl">
      <title>Palimpsest Gateway</title>
      <ProblemNotice
        problem={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => void router.invalidate()}
      />
    </Container>
  );
}
