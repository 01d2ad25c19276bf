import { type AlertRules, isPriceOf, type ProviderKey } from '@palimpsest/domain';
import { type KeyPool, type Registry, type RegistryRecords, withStandings } from '@palimpsest/state';
import type { PoolKey } from './pool-key.ts';
import type { UnpricedTarget } from './unpriced.ts';

type KnownPrice = {
  readonly provider: string;
  readonly vendor: string | null;
  readonly model: string;
  readonly effectiveFromMs: number;
};

/** What metering reads of the registry, as control writes it. The secrets beside it are sealed for control alone. */
export type KnownRecords = RegistryRecords & {
  'provider-keys': ProviderKey;
  prices: KnownPrice;
  'alert-rules': AlertRules;
};

export type KnownRegistry = Registry<KnownRecords>;

/** All keys, each with its group's limits, and how they stand. */
export async function readPool(registry: KnownRegistry, pool: Pick<KeyPool, 'read'>): Promise<PoolKey[]> {
  const stored: ProviderKey[] = [];
  for await (const { value } of registry.all('provider-keys')) stored.push(value);
  return withStandings(pool, stored);
}

/** The models without a price, of those named, that have one now. */
export async function pricedNow(
  registry: KnownRegistry,
  targets: readonly UnpricedTarget[],
  nowMs: number,
): Promise<UnpricedTarget[]> {
  if (targets.length === 0) return [];
  const priced = new Set<UnpricedTarget>();
  for await (const { value: price } of registry.all('prices'))
    for (const target of targets) if (isPriced(price, target, nowMs)) priced.add(target);
  return [...priced];
}

/** A target whose vendor is not known is priced where any vendor of it is. */
const isPriced = (price: KnownPrice, target: UnpricedTarget, nowMs: number): boolean =>
  isPriceOf(price, { ...target, vendor: target.vendor || (price.vendor ?? '') }, nowMs);
