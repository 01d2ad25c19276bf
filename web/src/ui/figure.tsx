import { Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type FigureProps = {
  readonly name: string;
  readonly value: ReactNode;
  /** What the figure is made of. */
  readonly children?: ReactNode;
};

/** One figure among others, large. Stands in a list of definitions. */
export function Figure({ name, value, children }: FigureProps) {
  return (
    <Card withBorder>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text
        component="dd"
        m={0}
        mt={2}
        fz={{ base: 18, xs: 26 }}
        fw={650}
        lh={1.3}
        style={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Text>
      {children === undefined ? null : (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {children}
        </Text>
      )}
    </Card>
  );
}
