import { classOf, type Failure } from '@palimpsest/domain';

/** What the loop has used up so far. */
export type Progress = {
  readonly attempts: number;
  readonly attemptsMax: number;
  /** Attempts that were sent and brought no answer: each may have been billed. */
  readonly unanswered: number;
  readonly deadlinePassed: boolean;
};

export type NextStep = 'another' | 'stop';

/**
 * Whether another key may be tried after this failure. Pure: which one is selection's business.
 * After "sent but no answer" at most one more try follows, since each may be billed.
 */
export function nextStep(failure: Failure, { attempts, attemptsMax, unanswered, deadlinePassed }: Progress): NextStep {
  if (deadlinePassed || attempts >= attemptsMax || unanswered > 1) return 'stop';
  switch (classOf(failure)) {
    case 'transient':
      // Our own limit on answers: it would be as large from any other key.
      return failure.scope === 'size' ? 'stop' : 'another';
    case 'exhausted':
    case 'rejected':
      return 'another';
    case 'fatal':
      return failure.scope === 'size' ? 'another' : 'stop';
    case 'cancelled':
      return 'stop';
  }
}

/** Whether the request went out and nothing came back, as far as we can know: it may be answered, and billed, all the same. */
export const isUnanswered = (
  failure: Failure,
  seen: { readonly status: number | null; readonly began: boolean },
): boolean =>
  (failure.kind === 'timed-out' && failure.status === null && !seen.began) ||
  (failure.kind === 'disconnected' && failure.scope === 'request' && seen.status === null);
