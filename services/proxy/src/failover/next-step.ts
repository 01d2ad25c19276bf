import { type Failure, possiblyBilled } from '@palimpsest/domain';

/** What the loop has used up so far. */
export type Progress = {
  readonly attempts: number;
  readonly attemptsMax: number;
  /** Attempts that were sent and may have been billed although no answer came. */
  readonly possiblyBilled: number;
  readonly deadlinePassed: boolean;
};

export type NextStep = 'another' | 'stop';

/**
 * Whether another key may be tried after this failure. Pure: which one is selection's business.
 * After "sent but no answer" at most one more try follows, since each may be billed.
 */
export function nextStep(failure: Failure, progress: Progress): NextStep {
  if (progress.deadlinePassed || progress.attempts >= progress.attemptsMax) return 'stop';
  switch (failure.scope) {
    case 'request':
      return failure.kind === 'request-rejected' || progress.possiblyBilled > 1 ? 'stop' : 'another';
    case 'client':
    case 'size':
      return 'stop';
    case 'key':
    case 'account':
    case 'key-model':
    case 'account-model':
    case 'provider-model':
    case 'provider':
    case 'egress':
      return possiblyBilled(failure) && progress.possiblyBilled > 1 ? 'stop' : 'another';
  }
}
