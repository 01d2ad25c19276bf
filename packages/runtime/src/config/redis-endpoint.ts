import type { Secret } from '../secret.ts';
import type { Config } from './parse-config.ts';
import type { Service } from './variable.ts';
import type { HostAndPort } from './variable-kinds.ts';

/** Which Redis to use, as `connectRedis` takes it: `url` also carries user and password of a cluster or behind Sentinels. */
export type RedisEndpoint =
  | { readonly url: string }
  | { readonly cluster: readonly HostAndPort[]; readonly url?: string }
  | { readonly sentinels: readonly HostAndPort[]; readonly masterName: string; readonly url?: string };

/** The Redis that the operator named; undefined only for the launcher, which then runs its own. */
export function redisEndpoint(config: Config<Service>): RedisEndpoint | undefined {
  const credentials = credentialsUrl(config.PALIMPSEST_REDIS_USERNAME, config.PALIMPSEST_REDIS_PASSWORD);
  if (config.PALIMPSEST_REDIS_URL !== undefined) return { url: config.PALIMPSEST_REDIS_URL.reveal() };
  if (config.PALIMPSEST_REDIS_CLUSTER !== undefined)
    return { cluster: config.PALIMPSEST_REDIS_CLUSTER, ...credentials };
  if (config.PALIMPSEST_REDIS_SENTINELS !== undefined && config.PALIMPSEST_REDIS_MASTER_NAME !== undefined)
    return {
      sentinels: config.PALIMPSEST_REDIS_SENTINELS,
      masterName: config.PALIMPSEST_REDIS_MASTER_NAME,
      ...credentials,
    };
  return undefined;
}

/** The same for a service, which cannot start without one: its configuration was refused where there is none. */
export function requiredRedis(config: Config<Service>): RedisEndpoint {
  const endpoint = redisEndpoint(config);
  if (endpoint === undefined) throw new Error('a configuration without a Redis was accepted');
  return endpoint;
}

function credentialsUrl(username: string | undefined, password: Secret | undefined): { readonly url?: string } {
  if (password === undefined) return {};
  return { url: `redis://${encodeURIComponent(username ?? '')}:${encodeURIComponent(password.reveal())}@redis` };
}
