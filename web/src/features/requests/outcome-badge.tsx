import { Badge } from '@mantine/core';
import type { Outcome } from './request-search.ts';
import { outcomeColor, outcomeMeaning } from './request-words.ts';

/** How a request ended; pointing at it says what that means. */
export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }) => (
  <Badge variant="dot" color={outcomeColor[outcome]} tt="none" miw="max-content" title={outcomeMeaning[outcome]}>
    {outcome}
  </Badge>
);
