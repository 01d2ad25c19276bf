import type { Config, Service } from '@palimpsest/runtime';

export type Addresses = {
  /** The public API, without a path: `http://127.0.0.1:8000`. */
  readonly proxyUrl: string;
  /** The operator API (`/api/v1`) and the dashboard (`/`). */
  readonly controlUrl: string;
  /** `/metrics`, `/healthz` and `/readyz` of each service. */
  readonly opsUrls: Readonly<Record<Service, string>>;
};

const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where this machine reaches the ports that the configuration names. */
export function addressesOf(config: Config<'launcher'>): Addresses {
  const host = anyAddress[config.PALIMPSEST_LISTEN_HOST] ?? config.PALIMPSEST_LISTEN_HOST;
  const at = (port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    proxyUrl: at(config.PALIMPSEST_PROXY_PORT),
    controlUrl: at(config.PALIMPSEST_CONTROL_PORT),
    opsUrls: {
      control: at(config.PALIMPSEST_CONTROL_OPS_PORT),
      metering: at(config.PALIMPSEST_METERING_OPS_PORT),
      proxy: at(config.PALIMPSEST_PROXY_OPS_PORT),
    },
  };
}
