import { type ConfigRecord, type NanoUsd, type Price, parseUsd, type ServingKey } from '@palimpsest/domain';
import type { StoredOf } from '@palimpsest/state';
import type { ControlRecords, StoredKey, StoredPrice } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { open } from '../vault/open.ts';

type Entry<Kind> = Extract<StoredOf<ControlRecords>, { readonly kind: Kind }>;
/** What has a secret in it. */
export type SealedEntry = Entry<'provider-keys' | 'data-keys'>;

/**
 * A record with a secret as the proxies get it, opened. `undefined` for a data key that this master key does not open. A provider key that
 * does not open goes without its secret.
 */
export function openedRecord(
  keyring: Keyring,
  stored: SealedEntry,
  newestDataKey: string | undefined,
): ConfigRecord | undefined {
  switch (stored.kind) {
    case 'provider-keys':
      return { kind: 'provider-key', record: servingKey(keyring, stored.record.value) };
    case 'data-keys': {
      const { id, sealedKey } = stored.record.value;
      const opened = open(keyring, `data-key|${id}`, sealedKey);
      return opened.opened
        ? { kind: 'data-key', record: { id, key: opened.secret, newest: id === newestDataKey } }
        : undefined;
    }
  }
}

/** A record without a secret as the proxies get it. @throws where a stored price is no amount. */
export function plainRecord(stored: Entry<'users' | 'routes' | 'prices'>): ConfigRecord {
  switch (stored.kind) {
    case 'users': {
      const { id, name, limits, models, gatewayKeys } = stored.record.value;
      return { kind: 'user', record: { id, name, limits, models, gatewayKeys } };
    }
    case 'routes': {
      const { name, targets, systemPrompt } = stored.record.value;
      return { kind: 'route', record: { name, targets, systemPrompt } };
    }
    case 'prices':
      return { kind: 'price', record: priceOf(stored.record.value) };
  }
}

/** A stored key as the proxies use it; one that does not open goes without its secret. */
export function servingKey(keyring: Keyring, { sealedSecret, ...key }: StoredKey): ServingKey {
  const opened = open(keyring, `provider-key|${key.id}`, sealedSecret);
  return { ...key, secret: opened.opened ? opened.secret.toString() : undefined };
}

/** A stored price as the proxies use it. @throws where it is no amount. */
export const priceOf = (price: StoredPrice): Price => ({
  ...price,
  vendor: price.vendor ?? undefined,
  inputPerMillion: nano(price.inputPerMillion),
  cachedInputPerMillion: price.cachedInputPerMillion === null ? undefined : nano(price.cachedInputPerMillion),
  outputPerMillion: nano(price.outputPerMillion),
  perRequest: nano(price.perRequest),
});

/** Control checked the amount when it stored it. */
function nano(text: string): NanoUsd {
  const amount = parseUsd(text);
  if (amount === undefined) throw new TypeError('a stored price is no amount in USD');
  return amount;
}
