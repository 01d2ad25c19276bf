import { formatUsd, type NanoUsd } from '@palimpsest/domain';
import { newPriceId } from '@palimpsest/runtime';
import type { Stored } from '@palimpsest/state';
import { type Actor, auditEntry } from '../audit/audit-entry.ts';
import type { ControlRegistry, StoredPrice } from '../registry-records.ts';

/** Amounts in nano-dollars, per million tokens. */
export type PriceInput = {
  readonly provider: string;
  readonly vendor: string | null;
  readonly model: string;
  readonly inputPerMillion: NanoUsd;
  /** `null`: cached tokens cost what other input costs. */
  readonly cachedInputPerMillion: NanoUsd | null;
  readonly outputPerMillion: NanoUsd;
  readonly perRequest: NanoUsd;
  readonly effectiveFromMs: number;
};

export type PriceView = {
  id: string;
  provider: string;
  vendor: string | null;
  model: string;
  input_per_million: string;
  cached_input_per_million: string | null;
  output_per_million: string;
  per_request: string;
  effective_from: string;
  created_at: string;
};

export const priceView = (price: StoredPrice): PriceView => ({
  id: price.id,
  provider: price.provider,
  vendor: price.vendor,
  model: price.model,
  input_per_million: price.inputPerMillion,
  cached_input_per_million: price.cachedInputPerMillion,
  output_per_million: price.outputPerMillion,
  per_request: price.perRequest,
  effective_from: new Date(price.effectiveFromMs).toISOString(),
  created_at: new Date(price.createdAtMs).toISOString(),
});

/** Two prices for one model from one moment on cannot both hold: the later entry takes the place of the earlier. */
const claimOf = ({ provider, vendor, model, effectiveFromMs }: PriceInput): string =>
  JSON.stringify([provider, vendor, model, effectiveFromMs]);

/** Enters a price, or corrects the one that holds from the same moment. `undefined`: somebody wrote it meanwhile. */
export async function putPrice(
  registry: ControlRegistry,
  actor: Actor,
  input: PriceInput,
): Promise<{ readonly price: StoredPrice; readonly created: boolean } | undefined> {
  const claim = claimOf(input);
  const holder = await registry.holderOf('prices', claim);
  const from = holder === undefined ? undefined : await registry.get('prices', holder);
  const value: StoredPrice = {
    id: from?.value.id ?? newPriceId(),
    provider: input.provider,
    vendor: input.vendor,
    model: input.model,
    inputPerMillion: formatUsd(input.inputPerMillion),
    cachedInputPerMillion: input.cachedInputPerMillion === null ? null : formatUsd(input.cachedInputPerMillion),
    outputPerMillion: formatUsd(input.outputPerMillion),
    perRequest: formatUsd(input.perRequest),
    effectiveFromMs: input.effectiveFromMs,
    createdAtMs: from?.value.createdAtMs ?? Date.now(),
  };
  const audit = auditEntry(actor, {
    action: from === undefined ? 'price.create' : 'price.update',
    target: value.id,
    before: from === undefined ? null : priceView(from.value),
    after: priceView(value),
  });
  const { outcome } = await registry.put('prices', { id: value.id, from, value, claims: [claim], audit });
  return outcome === 'written' ? { price: value, created: from === undefined } : undefined;
}

/** `false`: somebody wrote the price meanwhile. */
export function deletePrice(registry: ControlRegistry, actor: Actor, from: Stored<StoredPrice>): Promise<boolean> {
  const audit = { action: 'price.delete', target: from.id, before: priceView(from.value) };
  return registry.remove('prices', from, auditEntry(actor, audit));
}
