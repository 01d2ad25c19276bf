import type { AlertRules, GatewayKeyId, PriceId, ProviderKey, Route, User } from '@palimpsest/domain';
import type { Registry } from '@palimpsest/state';
import type { WebhookEvent } from './webhooks/alert-event.ts';

type Times = { readonly createdAtMs: number; readonly updatedAtMs: number };

/** A provider key as it is stored: its secret only as an envelope (`vault/`). */
export type StoredKey = ProviderKey &
  Times & {
    readonly sealedSecret: string;
    /** The last four characters, from twelve characters up. */
    readonly secretHint: string | null;
    /** Names from the provider's own list within this key's globs. */
    readonly listedModels: readonly string[];
    /** When that list was read; `null`: not yet. */
    readonly listedAtMs: number | null;
  };

/** One gateway key as it is stored: of its text only the SHA-256, in hexadecimal. */
export type StoredGatewayKey = {
  readonly id: GatewayKeyId;
  readonly sha256: string;
  readonly createdAtMs: number;
};

export type StoredUser = Omit<User, 'gatewayKeys'> & Times & { readonly gatewayKeys: readonly StoredGatewayKey[] };

export type StoredRoute = Route & Times;

/** Amounts in USD as decimal strings. */
export type StoredPrice = {
  readonly id: PriceId;
  readonly provider: string;
  readonly vendor: string | null;
  readonly model: string;
  readonly inputPerMillion: string;
  readonly cachedInputPerMillion: string | null;
  readonly outputPerMillion: string;
  readonly perRequest: string;
  readonly effectiveFromMs: number;
  readonly createdAtMs: number;
};

/** 32 random bytes in an envelope, under which the proxies encrypt sessions and stored answers. The newest writes, all read. */
export type StoredDataKey = { readonly id: string; readonly sealedKey: string; readonly createdAtMs: number };

/** Who is told of alerts; its signing secret only as an envelope. */
export type StoredWebhook = {
  /** `whk_` and a ULID. */
  readonly id: string;
  readonly name: string | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly sealedSecret: string;
  readonly createdAtMs: number;
};

/** That a secret from the environment was imported once; its id is the fingerprint. */
type StoredImport = { readonly importedAtMs: number };

/** What control keeps in the registry. */
export type ControlRecords = {
  'provider-keys': StoredKey;
  users: StoredUser;
  routes: StoredRoute;
  prices: StoredPrice;
  'data-keys': StoredDataKey;
  imports: StoredImport;
  /** One record, `all`; before an operator sets rules there is none. */
  'alert-rules': AlertRules;
  webhooks: StoredWebhook;
};

export type ControlRegistry = Registry<ControlRecords>;
