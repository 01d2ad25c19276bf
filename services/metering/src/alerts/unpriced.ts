import type { UsageEvent } from '@palimpsest/domain';
import { isUserUnpriced } from '../rollups/booking.ts';
import { operatorUnpriced } from '../rollups/operator-shares.ts';
import type { Finding } from './finding.ts';

/** Models that are remembered as told; beyond that they are told again. */
const mostRemembered = 1_000;

/** A model that was used and has no price. `vendor` is empty where it is not known. */
export type UnpricedTarget = { readonly provider: string; readonly vendor: string; readonly model: string };

/** A model that was used without a price, and the key on which it was: of an attempt that failed its vendor is known by its key alone. */
export type UnpricedUse = Omit<UnpricedTarget, 'vendor'> & {
  readonly key: string;
  readonly vendor: string | undefined;
};

/** Where money is missing from an event: tokens were used, and nobody can say what they cost. Of each failed attempt, and of who served. */
export function unpricedUses(event: UsageEvent): UnpricedUse[] {
  const { served, chain } = event;
  const vendorOf = (key: string) => (key === served?.keyId ? served.vendor : undefined);
  const uses: UnpricedUse[] = operatorUnpriced(event).map(({ key, provider, model }) => ({
    key,
    provider,
    vendor: vendorOf(key),
    model,
  }));
  if (!isUserUnpriced(event)) return uses;
  const last = chain.at(-1);
  const key = served?.keyId ?? last?.key ?? '';
  const provider = served?.provider ?? last?.provider ?? '';
  const model = served?.upstreamModel ?? last?.model ?? event.model;
  return [...uses, { key, provider, vendor: vendorOf(key), model }];
}

/** Tells of each model without a price once, of one whose vendor is not known once on each key, until it is told to forget. */
export function createUnpricedAlert(tell: (use: UnpricedUse) => void) {
  const told = new Set<string>();
  return {
    see: (event: UsageEvent): void => {
      for (const use of unpricedUses(event)) {
        const { key, vendor, model } = use;
        const name = vendor === undefined ? `${key} ${model}` : unpricedName({ ...use, vendor });
        if (told.has(name)) continue;
        if (told.size >= mostRemembered) told.clear();
        told.add(name);
        tell(use);
      }
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
