import type { UsageEvent } from '@palimpsest/domain';
import { isUserUnpriced } from '../rollups/booking.ts';
import type { Finding } from './finding.ts';

/** Models that are remembered as told; beyond that they are told again. */
const mostRemembered = 1_000;

/** A model that was used and has no price. `vendor` is empty where it is not known. */
export type UnpricedTarget = { readonly provider: string; readonly vendor: string; readonly model: string };

/** Whether money is missing from an event: tokens were used, and nobody can say what they cost. */
export const isUnpriced = (event: UsageEvent): boolean =>
  isUserUnpriced(event) || (event.operatorUsage.totalTokens > 0 && event.operatorCost === undefined);

/** Tells of each model without a price once, until it is told to forget. */
export function createUnpricedAlert(tell: (target: UnpricedTarget) => void) {
  const told = new Set<string>();
  return {
    see: (event: UsageEvent): void => {
      if (!isUnpriced(event)) return;
      const last = event.chain.at(-1);
      const provider = event.served?.provider ?? last?.provider ?? '';
      const model = event.served?.upstreamModel ?? last?.model ?? event.model;
      const target = { provider, vendor: event.served?.vendor ?? '', model };
      const name = unpricedName(target);
      if (told.has(name)) return;
      if (told.size >= mostRemembered) told.clear();
      told.add(name);
      tell(target);
    },
    /** What is seen from now on is told again: somebody may have ended the alert. */
    forget: () => told.clear(),
  };
}

/** As alerts name a target; a model's name may have blanks. */
export const unpricedName = ({ provider, vendor, model }: UnpricedTarget): string =>
  `${provider} ${encodeURIComponent(vendor)} ${model}`;

/** Reads what `unpricedName` made. */
export function readUnpricedName(name: string): UnpricedTarget {
  const [, provider = '', vendor = '', model = ''] = /^(\S*) (\S*) (.*)$/s.exec(name) ?? [];
  return { provider, vendor: decodeURIComponent(vendor), model };
}

export const unpricedFinding = (target: UnpricedTarget): Finding => ({
  kind: 'unpriced_model',
  target: unpricedName(target),
  forMs: 0,
  message: `${target.model} of ${target.vendor || target.provider} is used and has no price: what it costs is not known.`,
});
