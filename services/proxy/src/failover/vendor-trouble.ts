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
  limited: { trouble: 'limited', windowMs: 2_000, threshold: 3, stopMs: 5_000 },
  refused: { trouble: 'refused', windowMs: 60_000, threshold: 3, stopMs: 60_000 },
};

/** The window that a failure counts in, if several keys may meet it for one reason. */
export function vendorRule(failure: Failure): VendorRule | undefined {
  switch (failure.kind) {
    case 'server-error':
    case 'disconnected':
      return failure.scope === 'provider' ? rules.outage : undefined;
    case 'rate-limited':
      return failure.status === 429 ? rules.limited : undefined;
    case 'key-rejected':
      return failure.status === 401 || failure.status === 403 ? rules.refused : undefined;
    case 'overloaded':
    case 'timed-out':
    case 'malformed-answer':
    case 'flaky-generation':
    case 'quota-exhausted':
    case 'model-denied':
    case 'refused-here':
    case 'request-rejected':
    case 'request-too-large':
    case 'cancelled':
      return undefined;
  }
}
