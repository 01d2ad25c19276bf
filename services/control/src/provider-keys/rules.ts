import {
  defaultBaseUrl,
  type Limit,
  type ModelEntry,
  type ProviderKey,
  type ProviderKeyId,
  type ProviderName,
  type Timeouts,
} from '@palimpsest/domain';
import type { Checked, Fault } from '../checked.ts';
import { type CheckedAddress, checkAddress, defaultVendor } from './address.ts';

/** A key as an operator enters it; what is `null` takes its default. */
export type KeyInput = {
  readonly name: string;
  readonly provider: ProviderName;
  readonly models: readonly ModelEntry[];
  readonly baseUrl: string | null;
  readonly vendor: string | null;
  readonly quotaGroup: string | null;
  readonly limits: readonly Limit[];
  readonly timeouts: Timeouts;
  readonly enabled: boolean;
};

/** What may be changed later; absent: unchanged. */
export type KeyChange = Partial<Omit<KeyInput, 'provider'>>;

/** Completes what was entered with its defaults, or says what breaks the rules that span several members. */
export function completeKey(id: ProviderKeyId, input: KeyInput): Checked<ProviderKey> {
  const faults: Fault[] = [];
  const { provider, models, vendor, quotaGroup, name, limits, timeouts, enabled } = input;
  const checked = addressOf(input);
  if ('fault' in checked) faults.push({ path: 'base_url', message: checked.fault });
  if (provider === 'openai_compatible' && models.length === 0)
    faults.push({ path: 'models', message: 'must name at least one model for openai_compatible' });
  if ('fault' in checked || faults.length > 0) return { faults };
  const address = checked.address;
  return {
    value: {
      id,
      name,
      provider,
      models,
      limits,
      timeouts,
      enabled,
      baseUrl: address,
      vendor: vendor ?? defaultVendor(provider, address),
      quotaGroup: quotaGroup ?? undefined,
    },
  };
}

/** The address that a key is called at, checked. */
export function addressOf({ provider, baseUrl }: Pick<KeyInput, 'provider' | 'baseUrl'>): CheckedAddress {
  if (baseUrl !== null) return checkAddress(baseUrl);
  return provider === 'openai_compatible'
    ? { fault: 'is required for openai_compatible' }
    : { address: defaultBaseUrl[provider] };
}

/**
 * The key with the change applied; `null` brings the default back. A vendor that was the default follows the address, one that the
 * operator chose stays.
 */
export function changeKey(key: ProviderKey, change: KeyChange): Checked<ProviderKey> {
  const chosenVendor = key.vendor === defaultVendor(key.provider, key.baseUrl) ? null : key.vendor;
  return completeKey(key.id, {
    provider: key.provider,
    name: change.name ?? key.name,
    models: change.models ?? key.models,
    baseUrl: change.baseUrl === undefined ? key.baseUrl : change.baseUrl,
    vendor: change.vendor === undefined ? chosenVendor : change.vendor,
    quotaGroup: change.quotaGroup === undefined ? (key.quotaGroup ?? null) : change.quotaGroup,
    limits: change.limits ?? key.limits,
    timeouts: change.timeouts ?? key.timeouts,
    enabled: change.enabled ?? key.enabled,
  });
}
