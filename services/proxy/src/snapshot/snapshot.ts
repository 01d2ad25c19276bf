import type {
  DataKey,
  GatewayKeyId,
  PoolMember,
  Price,
  ProviderKeyId,
  Route,
  ServingKey,
  User,
  UserId,
} from '@palimpsest/domain';

/**
 * One version of the configuration in the form that requests read. Immutable: a change makes another one.
 * Everything is a lookup in memory.
 */
export type Snapshot = {
  /** Number of the registry's last change in it. */
  readonly version: number;
  /** `sha256` of the whole gateway key in hexadecimal. */
  readonly userByKeyHash: (sha256: string) => { readonly user: User; readonly gatewayKey: GatewayKeyId } | undefined;
  readonly user: (id: UserId) => User | undefined;
  readonly key: (id: ProviderKeyId) => ServingKey | undefined;
  /** Every key, disabled ones and those without a secret too. */
  readonly keys: readonly ServingKey[];
  readonly route: (name: string) => Route | undefined;
  /**
   * Who may serve a public name, the most preferred tier first: a route's targets in their order, else one tier of every key
   * that has the name. Disabled keys are among them, so that a refusal can count them. Empty: nobody knows the name.
   */
  readonly tiers: (model: string) => readonly (readonly PoolMember[])[];
  /** What `GET /v1/models` lists: routes, concrete names, and the providers' own names within the keys' globs; sorted. */
  readonly modelNames: readonly string[];
  /** The price in force for a request admitted at `atMs` (Unix ms). */
  readonly price: (
    target: { readonly provider: string; readonly vendor: string; readonly model: string },
    atMs: number,
  ) => Price | undefined;
  readonly dataKey: (id: string) => DataKey | undefined;
  readonly newestDataKey: DataKey | undefined;
  /** Whether limits of users or keys follow from tokens, so that calls will have to be counted exactly. */
  readonly countsTokens: boolean;
};
