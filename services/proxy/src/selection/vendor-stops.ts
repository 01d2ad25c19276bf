import { stoppedUntil } from '@palimpsest/domain';
import type { VendorHealth, VendorStop } from '@palimpsest/state';

/** Which vendors are stopped, as this proxy knows it: at once what it stopped itself, within a moment what another did. */
export type VendorStops = {
  /** Until when (Unix ms) attempts at this model there are stopped; `undefined` when they are not. */
  until(vendor: string, model: string, nowMs: number): number | undefined;
  stop(vendor: string, stop: VendorStop): void;
  refresh(vendors: readonly string[]): Promise<void>;
};

export function createVendorStops(health: Pick<VendorHealth, 'read'>): VendorStops {
  const known = new Map<string, readonly VendorStop[]>();
  return {
    until: (vendor, model, nowMs) => stoppedUntil(known.get(vendor) ?? [], model, nowMs),
    stop: (vendor, stop) => known.set(vendor, [...(known.get(vendor) ?? []), stop]),
    async refresh(vendors) {
      const read = await health.read(vendors);
      for (const [index, vendor] of vendors.entries()) known.set(vendor, read[index] ?? []);
    },
  };
}
