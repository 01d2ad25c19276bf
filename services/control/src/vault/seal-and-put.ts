import type { PutResult, Retired } from '@palimpsest/state';
import { type Keyring, sealingUnder } from './keyring.ts';

/** `outdated`: secrets are sealed under a master key that this control does not have. */
export type SealedPut = PutResult | { readonly outcome: 'outdated' };

/**
 * Writes what `put` seals under the newest key of the ring that it is given. Where a rotation has retired that key meanwhile, once more under
 * the one in its place: nothing is ever written that only a retired key opens.
 */
export async function sealAndPut(
  keyring: Keyring,
  put: (ring: Keyring) => Promise<PutResult | Retired>,
): Promise<SealedPut> {
  for (let ring = keyring; ; ) {
    const result = await put(ring);
    if (result.outcome !== 'retired') return result;
    if (keyring.kek(result.successor) === undefined) return { outcome: 'outdated' };
    ring = sealingUnder(keyring, result.successor);
  }
}
