import type { RequestId } from '@palimpsest/domain';
import type { AnswerRef, IdempotentAnswers } from '@palimpsest/state';
import { leaseMs } from '../selection/lease.ts';

type Claim = AnswerRef & { readonly owner: RequestId };

/** The idempotency keys that this proxy is at work on. While it lives its claims do. */
export type Claims = {
  /** Holds a claim until the given function is called. */
  hold(claim: Claim): () => void;
  /** Extends every claim; to be called well within the lease. */
  renew(): Promise<void>;
};

export function createClaims(answers: Pick<IdempotentAnswers, 'renew'>): Claims {
  const held = new Set<Claim>();
  return {
    hold(claim) {
      held.add(claim);
      return () => held.delete(claim);
    },
    async renew() {
      await Promise.all([...held].map((claim) => answers.renew({ ...claim, leaseMs })));
    },
  };
}
