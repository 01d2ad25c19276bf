import type { Price } from './price.ts';
import type { ProviderKey } from './provider-key.ts';
import type { Route } from './route.ts';
import type { User } from './user.ts';

/** A provider key with what a proxy needs to use it. In memory only: never logged, never stored, never sent on. */
export type ServingKey = ProviderKey & {
  /** `undefined`: control could not open the envelope; the key cannot serve. */
  readonly secret: string | undefined;
  /** Names from the provider's own list within this key's globs; for `GET /v1/models` alone. */
  readonly listedModels: readonly string[];
};

/** 32 bytes under which sessions and stored answers are encrypted. The newest writes, all read. */
export type DataKey = { readonly id: string; readonly key: Uint8Array; readonly newest: boolean };

/** One record of the configuration, as it crosses from control to the proxies. */
export type ConfigRecord =
  | { readonly kind: 'provider-key'; readonly record: ServingKey }
  | { readonly kind: 'user'; readonly record: User }
  | { readonly kind: 'route'; readonly record: Route }
  | { readonly kind: 'price'; readonly record: Price }
  | { readonly kind: 'data-key'; readonly record: DataKey };

export type ConfigKind = ConfigRecord['kind'];

/** Names a record within its kind: its id, or its name for a route. */
export const recordId = (entry: ConfigRecord): string => (entry.kind === 'route' ? entry.record.name : entry.record.id);
