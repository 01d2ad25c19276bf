import type { RecordId } from '@palimpsest/contracts';
import { type ConfigRecord, followsTokens, type User } from '@palimpsest/domain';
import type { Configuration, Holder } from './configuration.ts';
import type { Pool } from './pool/pool.ts';
import { priceBookOf } from './price-book.ts';

/** The configuration with one record in the place of the one before it. Costs some microseconds, however large it is. */
export function withRecord(configuration: Configuration, { kind, record }: ConfigRecord): Configuration {
  switch (kind) {
    case 'provider-key':
      return withPool(limitedBy(configuration, record), configuration.pool.withKey(record.id, record));
    case 'user':
      return withUser(limitedBy(configuration, record), record.id, record);
    case 'route':
      return withPool(configuration, configuration.pool.withRoute(record.name, record));
    case 'price':
      return withPrices(configuration, configuration.priceBook.pricesById.with(record.id, record));
    case 'data-key':
      return { ...configuration, dataKeys: configuration.dataKeys.with(record.id, record) };
  }
}

/** The configuration without one record, which may be gone already. */
export function withoutRecord(configuration: Configuration, { kind, id }: RecordId): Configuration {
  switch (kind) {
    case 'provider-key':
      return withPool(configuration, configuration.pool.withKey(id, undefined));
    case 'user':
      return withUser(configuration, id, undefined);
    case 'route':
      return withPool(configuration, configuration.pool.withRoute(id, undefined));
    case 'price':
      return withPrices(configuration, configuration.priceBook.pricesById.without(id));
    case 'data-key':
      return { ...configuration, dataKeys: configuration.dataKeys.without(id) };
  }
}

const withPool = (configuration: Configuration, pool: Pool): Configuration => ({ ...configuration, pool });

const withPrices = (
  configuration: Configuration,
  pricesById: Configuration['priceBook']['pricesById'],
): Configuration => ({
  ...configuration,
  priceBook: priceBookOf(pricesById),
});

const limitedBy = (configuration: Configuration, { limits }: Pick<User, 'limits'>): Configuration =>
  configuration.countsTokens || !limits.some(followsTokens) ? configuration : { ...configuration, countsTokens: true };

/** Gateway keys that the user no longer has are out at once. */
function withUser(configuration: Configuration, id: string, user: User | undefined): Configuration {
  let { holders } = configuration;
  for (const { sha256 } of configuration.users.get(id)?.gatewayKeys ?? []) holders = holders.without(sha256);
  if (user === undefined) return { ...configuration, holders, users: configuration.users.without(id) };
  for (const gatewayKey of user.gatewayKeys)
    holders = holders.with(gatewayKey.sha256, { user, gatewayKey: gatewayKey.id } satisfies Holder);
  return { ...configuration, holders, users: configuration.users.with(id, user) };
}
