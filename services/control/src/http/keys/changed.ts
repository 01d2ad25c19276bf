import type { Stored } from '@palimpsest/state';
import type { ControlRegistry, StoredKey } from '../../registry-records.ts';
import { found, unlessConflict } from '../found.ts';

/**
 * Applies a change to a key. Where only the gateway's own note of the provider's models, or another master key, came in between, it is
 * applied again: nobody changed anything that an operator knows of.
 */
export async function changed<Value>(
  registry: ControlRegistry,
  id: string,
  change: (from: Stored<StoredKey>) => Promise<Value | undefined>,
): Promise<Value> {
  for (;;) {
    const from = await found(registry, 'provider-keys', id);
    const value = await change(from);
    if (value !== undefined) return value;
    const now = await registry.get('provider-keys', id);
    if (now === undefined || entered(now.value) !== entered(from.value)) return unlessConflict<Value>(undefined);
  }
}

const entered = (key: StoredKey): string =>
  JSON.stringify({ ...key, sealedSecret: null, listedModels: null, listedAtMs: null });
