import {
  type ConfigKind,
  type ConfigRecord,
  type DataKey,
  type GatewayKeyId,
  recordId,
  type User,
} from '@palimpsest/domain';
import { draftMap, emptyMap, type PersistentMap } from './persistent-map.ts';
import { emptyPool, type Pool } from './pool/pool.ts';
import { type PriceBook, priceBookOf } from './price-book.ts';

/** Whose a gateway key is. */
export type Holder = { readonly user: User; readonly gatewayKey: GatewayKeyId };

/** The records of one version, indexed. Immutable; changes make another one that shares what they do not touch. */
export type Configuration = {
  readonly users: PersistentMap<User>;
  /** By the SHA-256 of the gateway key. */
  readonly holders: PersistentMap<Holder>;
  readonly pool: Pool;
  readonly priceBook: PriceBook;
  readonly dataKeys: PersistentMap<DataKey>;
  /** Whether there is, or was, a user or key with a limit that follows from tokens. */
  readonly countsTokens: boolean;
};

/** What a proxy starts from before it heard of anything. */
export const emptyConfiguration: Configuration = {
  users: emptyMap(),
  holders: emptyMap(),
  pool: emptyPool(),
  priceBook: priceBookOf(emptyMap()),
  dataKeys: emptyMap(),
  countsTokens: false,
};

/** As empty, for whoever fills it with a whole state before anybody else sees it: its users change in place until it is `sealed`. */
export const draftConfiguration = (): Configuration => ({
  ...emptyConfiguration,
  users: draftMap(),
  holders: draftMap(),
});

/** The configuration for everybody to see. A draft must not be used any more. */
export const sealed = (configuration: Configuration): Configuration => ({
  ...configuration,
  users: configuration.users.sealed(),
  holders: configuration.holders.sealed(),
});

/** Whether there is a record of the same kind and name. */
export function has({ users, pool, priceBook, dataKeys }: Configuration, entry: ConfigRecord): boolean {
  const byKind: Record<ConfigKind, Pick<PersistentMap<unknown>, 'get'>> = {
    'provider-key': pool.keysById,
    user: users,
    route: pool.routesByName,
    price: priceBook.pricesById,
    'data-key': dataKeys,
  };
  return byKind[entry.kind].get(recordId(entry)) !== undefined;
}
