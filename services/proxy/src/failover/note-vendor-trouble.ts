import { type Failure, type PoolMember, quotaTag } from '@palimpsest/domain';
import type { KeyPool, VendorHealth, VendorStop } from '@palimpsest/state';
import type { VendorStops } from '../selection/vendor-stops.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { vendorRule } from './vendor-trouble.ts';

export type VendorTroubleParts = {
  readonly health: Pick<VendorHealth, 'note'>;
  readonly vendorStops: Pick<VendorStops, 'stop'>;
  readonly pool: Pick<KeyPool, 'resume'>;
};

/**
 * Counts a failure in its vendor's window. Where that window is full it gives the stop: then the vendor is in trouble, or our address there,
 * and no key is to blame. Keys that were suspended within the window for the same refusal are given back.
 */
export async function noteVendorTrouble(
  parts: VendorTroubleParts,
  snapshot: Pick<Snapshot, 'key'>,
  { key }: PoolMember,
  failure: Failure,
): Promise<VendorStop | undefined> {
  const rule = vendorRule(failure);
  if (rule === undefined) return undefined;
  const { stoppedUntilMs, keys } = await parts.health.note({ vendor: key.vendor, key: key.id, ...rule });
  if (stoppedUntilMs === null) return undefined;
  const stop = { trouble: rule.trouble, untilMs: stoppedUntilMs };
  parts.vendorStops.stop(key.vendor, stop);
  if (rule.trouble === 'refused') {
    const before = keys.flatMap((id) => snapshot.key(id) ?? []).filter((one) => one.id !== key.id);
    await Promise.all(before.map((one) => parts.pool.resume({ tag: quotaTag(one), key: one.id })));
  }
  return stop;
}
