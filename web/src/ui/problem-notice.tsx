import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiProblem } from '../api/api-problem.ts';
import { WarningIcon } from './icons.tsx';

type ProblemNoticeProps = {
  readonly problem: Error | null;
  /** What was not done, where the page does not say so: `Rules`. */
  readonly of?: string;
  /** Offers another try. */
  readonly onRetry?: () => void;
};

/** Says what went wrong, at once and to screen readers too; nothing where nothing did. */
export function ProblemNotice({ problem, of, onRetry }: ProblemNoticeProps) {
  if (problem === null) return null;
  const title = problem instanceof ApiProblem ? problem.title : 'Something in this page went wrong';
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      title={of === undefined ? title : `${of}: ${title}`}
      icon={<WarningIcon />}
    >
      <Group justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {problem.message}
        </Text>
        {onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
