import { type Repeated, repeat } from '@palimpsest/runtime';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Standings } from './standings.ts';
import type { VendorStops } from './vendor-stops.ts';

/** The order among keys may be half a second old, since Redis decides; a stop must hold in every proxy within 200 ms. Milliseconds. */
const standingsMs = 500;
const stopsMs = 150;

/** Keys that are read at once: neither Redis nor this proxy is kept from requests for longer than that takes, half a millisecond. */
const keysAtOnce = 10;

/** Reads again and again what other proxies and operators did to keys and vendors. */
export function keepFresh(
  { standings, vendorStops }: { readonly standings: Standings; readonly vendorStops: VendorStops },
  current: () => Pick<Snapshot, 'keys'> | undefined,
  onError: (error: unknown) => void,
): Repeated {
  const rows = [
    repeat(standingsMs, () => refreshChanged(standings, current()?.keys ?? []), onError),
    repeat(stopsMs, () => vendorStops.refresh([...new Set(current()?.keys.map(({ vendor }) => vendor))]), onError),
  ];
  return {
    async stop() {
      await Promise.all(rows.map((row) => row.stop()));
    },
  };
}

/** Reads those of all keys of which something may have changed that is not known here. */
export async function refreshChanged(
  standings: Pick<Standings, 'due' | 'refresh'>,
  keys: Snapshot['keys'],
): Promise<void> {
  const due = await standings.due(keys);
  for (let from = 0; from < due.length; from += keysAtOnce) await standings.refresh(due.slice(from, from + keysAtOnce));
}
