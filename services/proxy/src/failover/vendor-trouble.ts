import type { Failure } from '@palimpsest/domain';
import type { VendorTrouble } from '@palimpsest/state';

/** How many keys within which time make a failure the vendor's trouble, and for how long attempts there are then stopped. Milliseconds. */
export type VendorRule = {
  readonly trouble: VendorTrouble;
  readonly windowMs: number;
  readonly threshold: number;
  readonly stopMs: number;
};

const rules: Readonly<Record<VendorTrouble, VendorRule>> = {
  outage: { trouble: 'outage', windowMs: 10_000, threshold: 3, stopMs: 15_000 },
  capacity: { trouble: 'capacity', windowMs: 10_000, threshold: 3, stopMs: 10_000 },
  limited: { trouble: 'limited', windowMs: 2_000, threshold: 3, stopMs: 5_000 },
  refused: { trouble: 'refused', windowMs: 60_000, threshold: 3, stopMs: 60_000 },
};

/** The window that a failure counts in, if several keys may meet it for one reason. */
export function vendorRule(failure: Failure): VendorRule | undefined {
  const { kind, scope, status } = failure;
  if ((status === 401 || status === 403) && (kind === 'key-rejected' || scope === 'egress')) return rules.refused;
  if (kind === 'rate-limited') return status === 429 ? rules.limited : undefined;
  if (kind === 'overloaded') return rules.capacity;
  // Whatever a server that fails says of the key, or of the request.
  if (status !== null) return status >= 500 ? rules.outage : undefined;
  return scope === 'provider' && (kind === 'disconnected' || kind === 'server-error') ? rules.outage : undefined;
}
