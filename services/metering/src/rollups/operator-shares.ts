import { isCharged, type MeteredAttempt, type NanoUsd, type UsageEvent } from '@palimpsest/domain';

export type OperatorShare = { readonly key: string; readonly provider: string; readonly cost: NanoUsd };

/**
 * Splits what a request cost the operator among the keys whose attempts spent it, in the order of the chain. The shares add up to the
 * event's own figure, whatever the attempts say: what they leave over belongs to who served.
 */
export function operatorShares(event: UsageEvent): OperatorShare[] {
  const shares: OperatorShare[] = [];
  let left = event.operatorCost ?? 0n;
  for (const attempt of event.chain) {
    const cost = attempt.cost ?? 0n;
    if (left === 0n || cost === 0n || isUsers(attempt, event)) continue;
    const share = cost < left ? cost : left;
    shares.push({ key: attempt.key, provider: attempt.provider, cost: share });
    left -= share;
  }
  if (left > 0n) shares.push({ key: event.served?.keyId ?? '', provider: event.served?.provider ?? '', cost: left });
  return shares;
}

/** The attempts whose tokens are the operator's and in no cost, for there was no price. */
export const operatorUnpriced = (event: UsageEvent): MeteredAttempt[] =>
  event.chain.filter(
    (attempt) => attempt.usage.totalTokens > 0 && attempt.cost === undefined && !isUsers(attempt, event),
  );

/** The attempt that the user pays for. A complete answer that never reached its client is the operator's, too. */
const isUsers = (attempt: MeteredAttempt, event: UsageEvent): boolean =>
  isCharged(event) && (attempt.class === 'success' || attempt.class === 'cancelled');
