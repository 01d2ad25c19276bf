import { Badge } from '@mantine/core';
import type { Attempt } from '../../api/schema.gen.ts';

/** A colour for each outcome of an attempt; the word always stands beside it. */
export const attemptColor: Record<Attempt['class'], string> = {
  success: 'teal',
  transient: 'yellow',
  exhausted: 'orange',
  rejected: 'red',
  fatal: 'red',
  cancelled: 'gray',
};

/** What came of one attempt. */
export const AttemptBadge = ({ outcome }: { readonly outcome: Attempt['class'] }) => (
  <Badge variant="dot" color={attemptColor[outcome]} tt="none" miw="max-content">
    {outcome}
  </Badge>
);
