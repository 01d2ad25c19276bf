import type { GatewayKeyId, UserId } from './ids.ts';
import type { Limit } from './limit.ts';

/** Who may call the gateway. The gateway keys themselves are known by their SHA-256 alone. */
export type User = {
  readonly id: UserId;
  readonly name: string;
  readonly limits: readonly Limit[];
  /** Public model names or globs; absent: all. */
  readonly models: readonly string[] | undefined;
  readonly gatewayKeys: readonly { readonly id: GatewayKeyId; readonly sha256: string }[];
};
