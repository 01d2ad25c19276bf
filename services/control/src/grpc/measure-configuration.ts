import { Gauge, type Registry } from 'prom-client';
import type { ConfigurationServer } from './serve-configuration.ts';

/** How far the configuration has got: without labels, since proxies come and go. */
export function measureConfiguration(
  registry: Registry,
  { version, proxies }: Pick<ConfigurationServer, 'version' | 'proxies'>,
): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      registers: [registry],
      name,
      help,
      collect() {
        this.set(read());
      },
    });
  };
  gauge('palimpsest_configuration_version', 'Number of the last change of the registry.', version);
  gauge('palimpsest_proxies_connected', 'Proxies that follow this replica.', () => proxies().length);
  gauge(
    'palimpsest_proxies_behind',
    'Of those, how many serve an older version than the last.',
    () => proxies().filter((proxy) => proxy.version !== version()).length,
  );
  gauge(
    'palimpsest_proxies_refusing',
    'Of those, how many refused what they got last.',
    () => proxies().filter(({ rejection }) => rejection !== undefined).length,
  );
}
