import type { Config } from './parse-config.ts';
import type { Service } from './variable.ts';
import type { HostAndPort } from './variable-kinds.ts';

export type RedisSettings = {
  readonly url: string | undefined;
  readonly cluster: readonly HostAndPort[] | undefined;
  readonly sentinels: readonly HostAndPort[] | undefined;
  readonly masterName: string | undefined;
};

/**
 * The operator's Redis in the form in which it is connected to, in the clear: never log it. Beside a cluster or Sentinels the URL names
 * no host, it carries user and password.
 */
export function redisSettings(config: Config<Service>): RedisSettings {
  const { PALIMPSEST_REDIS_USERNAME: username, PALIMPSEST_REDIS_PASSWORD: password } = config;
  const credentials = new URL('redis://credentials');
  credentials.username = encodeURIComponent(username ?? '');
  credentials.password = encodeURIComponent(password?.reveal() ?? '');
  const anyCredentials = username !== undefined || password !== undefined;
  return {
    url: config.PALIMPSEST_REDIS_URL?.reveal() ?? (anyCredentials ? credentials.href : undefined),
    cluster: config.PALIMPSEST_REDIS_CLUSTER,
    sentinels: config.PALIMPSEST_REDIS_SENTINELS,
    masterName: config.PALIMPSEST_REDIS_MASTER_NAME,
  };
}
