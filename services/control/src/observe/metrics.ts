import type { Registry } from 'prom-client';
import { measureConfiguration } from '../grpc/measure-configuration.ts';
import type { ConfigurationServer } from '../grpc/serve-configuration.ts';
import { measureDeliveries } from '../webhooks/measure-deliveries.ts';
import { measurePool } from './measure-pool.ts';
import type { PoolFigures } from './pool-figures.ts';

export type Measured = {
  readonly configuration: Pick<ConfigurationServer, 'version' | 'proxies'>;
  readonly poolFigures: () => Promise<PoolFigures | undefined>;
};

/** What control shows of itself and of the pool. */
export function createControlMetrics(registry: Registry, { configuration, poolFigures }: Measured) {
  measureConfiguration(registry, configuration);
  measurePool(registry, poolFigures);
  return { onSent: measureDeliveries(registry) };
}
