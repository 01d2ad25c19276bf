import { isCharged, type UsageEvent } from '@palimpsest/domain';

/** Models that are remembered as told; beyond that they are told again. */
const mostRemembered = 1_000;

/** Whether money is missing from an event: tokens were used, and nobody can say what they cost. */
export const isUnpriced = (event: UsageEvent): boolean =>
  (isCharged(event) && event.usage.totalTokens > 0 && event.cost === undefined) ||
  (event.operatorUsage.totalTokens > 0 && event.operatorCost === undefined);

/** Tells once of each model without a price. */
export function createUnpricedAlert(
  tell: (target: { provider: string; model: string }) => void,
): (event: UsageEvent) => void {
  const told = new Set<string>();
  return (event) => {
    if (!isUnpriced(event)) return;
    const last = event.chain.at(-1);
    const target = {
      provider: event.served?.provider ?? last?.provider ?? '',
      model: event.served?.upstreamModel ?? last?.model ?? event.model,
    };
    const name = `${target.provider} ${target.model}`;
    if (told.has(name)) return;
    if (told.size >= mostRemembered) told.clear();
    told.add(name);
    tell(target);
  };
}
