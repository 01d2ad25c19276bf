import type { Failure, PoolMember, ProviderKeyId, ToldLimit } from '@palimpsest/domain';
import { type Avoided, avoid, nothingAvoided, onceMore } from './avoid.ts';
import { isUnanswered, type NextStep, nextStep, type Progress } from './next-step.ts';

/** An attempt that failed: the HTTP status of its answer, what had come of it, and what it told of limits. */
type Failed = {
  readonly failure: Failure;
  readonly status: number | null;
  readonly events: readonly unknown[];
  readonly told: () => { readonly limits: readonly ToldLimit[] };
};

/** What one call has tried so far, and what that means for its next attempt. */
export class Tried {
  #avoided = nothingAvoided;
  #unanswered = 0;
  #flaky: ProviderKeyId | undefined;
  #refusal: Failure | undefined;

  /** What the next key must not be. */
  get avoided(): Avoided {
    return this.#avoided;
  }

  /** Why the first target could not be told the request at all; that was no attempt. */
  get refusal(): Failure | undefined {
    return this.#refusal;
  }

  refused(failure: Failure | undefined): void {
    this.#refusal ??= failure;
  }

  /** Notes a failed attempt, and tells whether another key may be tried after it. */
  failed(
    member: PoolMember,
    { failure, status, events, told }: Failed,
    progress: Omit<Progress, 'unanswered'>,
  ): NextStep {
    this.#avoided = avoid(this.#avoided, member, failure, () => told().limits);
    if (failure.kind === 'flaky-generation' && progress.attempts === 1) this.#flaky = member.key.id;
    if (isUnanswered(failure, { status, began: events.length > 0 })) this.#unanswered += 1;
    return nextStep(failure, { ...progress, unanswered: this.#unanswered });
  }

  /** A malformed generation is worth one more try on its own key, where there is no other: whether that key may be taken now. */
  allowsOnceMore(): boolean {
    if (this.#flaky === undefined) return false;
    this.#avoided = onceMore(this.#avoided, this.#flaky);
    this.#flaky = undefined;
    return true;
  }
}
