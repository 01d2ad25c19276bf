import { Card, EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

type NothingHereProps = {
  readonly icon: ReactNode;
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** In place of an empty list: what would stand here, and how it comes to be. */
export function NothingHere({ icon, title, children, action }: NothingHereProps) {
  return (
    <Card withBorder py={48}>
      <EmptyState variant="light" icon={icon} title={title} description={children}>
        {action === undefined ? null : <EmptyState.Actions>{action}</EmptyState.Actions>}
      </EmptyState>
    </Card>
  );
}
