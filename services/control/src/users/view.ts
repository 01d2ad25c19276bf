import { type LimitView, limitView } from '../limits/view.ts';
import type { StoredGatewayKey, StoredUser } from '../registry-records.ts';

/** `fingerprint`: the first eight hexadecimal digits of the key's SHA-256, to tell which of several keys a caller holds. */
export type GatewayKeyView = { id: string; fingerprint: string; created_at: string };

/** A user as the operator API and the audit log show it. */
export type UserConfigView = {
  id: string;
  name: string;
  limits: LimitView[];
  models: string[] | null;
  gateway_keys: GatewayKeyView[];
};

export const gatewayKeyView = ({ id, sha256, createdAtMs }: StoredGatewayKey): GatewayKeyView => ({
  id,
  fingerprint: sha256.slice(0, 8),
  created_at: new Date(createdAtMs).toISOString(),
});

export const userConfigView = (user: StoredUser): UserConfigView => ({
  id: user.id,
  name: user.name,
  limits: user.limits.map(limitView),
  models: user.models === undefined ? null : [...user.models],
  gateway_keys: user.gatewayKeys.map(gatewayKeyView),
});
