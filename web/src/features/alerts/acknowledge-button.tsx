import { Button, Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { Alert } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { alertKind } from './alert-words.ts';
import { alertsQuery } from './alerts-query.ts';

/** Says that an alert was seen. */
export function AcknowledgeButton({ of: { id, kind, message } }: { readonly of: Alert }) {
  const acknowledge = useChange(alertsQuery.queryKey, () =>
    answerOf(api.POST('/api/v1/alerts/{id}/acknowledge', { params: { path: { id } } })),
  );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={acknowledge.isPending}
        aria-label={`Acknowledge ${alertKind(kind)}: ${message}`}
        onClick={() => acknowledge.mutate(undefined)}
      >
        Acknowledge
      </Button>
      {acknowledge.error === null ? null : (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {acknowledge.error.message}
        </Text>
      )}
    </>
  );
}
