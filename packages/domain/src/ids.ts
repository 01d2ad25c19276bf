declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The gateway's own id of one model call, `req_` and a ULID. */
export type RequestId = Branded<'RequestId'>;
/** A stored provider key, `key_` and a ULID. Never its secret. */
export type ProviderKeyId = Branded<'ProviderKeyId'>;
/** A person or app that may call the gateway, `usr_` and a ULID. */
export type UserId = Branded<'UserId'>;
/** One of a user's gateway keys, `gwk_` and a ULID. Never the key itself. */
export type GatewayKeyId = Branded<'GatewayKeyId'>;
/** A stored price, `prc_` and a ULID. */
export type PriceId = Branded<'PriceId'>;
/** One operator action in the audit log, `aud_` and a ULID. */
export type AuditId = Branded<'AuditId'>;

/** What stands before the underscore of each kind of id. */
export const idPrefix = {
  request: 'req',
  providerKey: 'key',
  user: 'usr',
  gatewayKey: 'gwk',
  price: 'prc',
  audit: 'aud',
  dataKey: 'dky',
  alert: 'alr',
  webhook: 'whk',
} as const;

// The only casts to branded ids: what comes from Redis, the wire or a test enters through these.
export const requestId = (raw: string): RequestId => raw as RequestId;
export const providerKeyId = (raw: string): ProviderKeyId => raw as ProviderKeyId;
export const userId = (raw: string): UserId => raw as UserId;
export const gatewayKeyId = (raw: string): GatewayKeyId => raw as GatewayKeyId;
export const priceId = (raw: string): PriceId => raw as PriceId;
export const auditId = (raw: string): AuditId => raw as AuditId;
