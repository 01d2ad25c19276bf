import type { Attempt, Candidate } from '../../api/schema.gen.ts';
import type { Outcome } from './request-search.ts';

/** A colour for each outcome of a request; the word always stands beside it. */
export const outcomeColor: Record<Outcome, string> = {
  success: 'teal',
  failed: 'red',
  cancelled: 'gray',
  rejected: 'orange',
  abandoned: 'grape',
};

/** What each outcome means. */
export const outcomeMeaning: Record<Outcome, string> = {
  success: 'The client got a complete answer.',
  failed: 'Every attempt failed, or the request itself was at fault.',
  cancelled: 'The client went away before the answer was complete.',
  rejected: 'Refused before any attempt: the request is at fault, its user may not, or no key could take it.',
  abandoned: 'The proxy ended in the middle of it.',
};

const verdicts: Readonly<Record<string, string>> = {
  chosen: 'Chosen',
  sleeping: 'Sleeping',
  exhausted: 'Exhausted',
  suspended: 'Suspended',
  disabled: 'Disabled',
  unreadable: 'Its secret cannot be opened',
  model: 'Does not give this model now',
  limit: 'A limit is used up',
  concurrent: 'Too many requests in flight',
  probing: 'Being probed by another request',
  vendor: 'Its vendor is left alone for a while',
  unable: 'Cannot serve this request',
  'not-needed': 'Not needed',
};

/** Why a key was chosen or passed over; a word that is not known here stays as it is. */
export const verdictWords = ({ verdict }: Pick<Candidate, 'verdict'>): string => verdicts[verdict] ?? verdict;

/** An attempt in one line: `openai: transient (429)`. */
export const attemptLine = ({ provider, class: outcome, status }: Attempt): string =>
  `${provider}: ${outcome}${status === null ? '' : ` (${status})`}`;
