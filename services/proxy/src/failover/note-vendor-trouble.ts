import { type Failure, type PoolMember, quotaTag } from '@palimpsest/domain';
import type { KeyPool, VendorHealth, VendorStop } from '@palimpsest/state';
import type { VendorStops } from '../selection/vendor-stops.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { vendorRule } from './vendor-trouble.ts';

export type VendorTroubleParts = {
  readonly health: Pick<VendorHealth, 'note' | 'read'>;
  readonly vendorStops: Pick<VendorStops, 'stop'>;
  readonly pool: Pick<KeyPool, 'forgive'>;
};

/**
 * Counts a failure in its vendor's window. Where that window is full it gives the stop: then the vendor is in trouble, or our address there,
 * and no key is to blame. Keys that were suspended within the window for the same refusal are forgiven.
 */
export async function noteVendorTrouble(
  parts: VendorTroubleParts,
  snapshot: Pick<Snapshot, 'key'>,
  { key, upstreamModel }: PoolMember,
  failure: Failure,
): Promise<VendorStop | undefined> {
  const rule = vendorRule(failure);
  if (rule === undefined) return undefined;
  const model = rule.trouble === 'capacity' ? upstreamModel : undefined;
  const { stoppedUntilMs, keys } = await parts.health.note({ vendor: key.vendor, key: key.id, model, ...rule });
  if (stoppedUntilMs === null) return undefined;
  const stop = { trouble: rule.trouble, model, untilMs: stoppedUntilMs };
  parts.vendorStops.stop(key.vendor, stop);
  if (rule.trouble === 'refused') {
    const others = keys.flatMap((id) => (id === key.id ? [] : (snapshot.key(id) ?? [])));
    await Promise.all(others.map((other) => parts.pool.forgive({ tag: quotaTag(other), key: other.id })));
  }
  return stop;
}

/**
 * After a mark for a refusal: others may have filled the window between the count of this one and its mark, and forgiven a key that was not
 * marked yet.
 */
export async function forgiveIfStopped(
  { health, pool }: VendorTroubleParts,
  { key }: PoolMember,
  failure: Failure,
  nowMs: number,
): Promise<void> {
  if (vendorRule(failure)?.trouble !== 'refused') return;
  const [stops = []] = await health.read([key.vendor]);
  if (stops.some(({ trouble, untilMs }) => trouble === 'refused' && untilMs > nowMs))
    await pool.forgive({ tag: quotaTag(key), key: key.id });
}
