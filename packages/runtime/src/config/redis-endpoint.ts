import type { Secret } from '../secret.ts';
import type { Config } from './parse-config.ts';
import type { Service } from './variable.ts';
import type { HostAndPort } from './variable-kinds.ts';

type Credentials = { readonly username: string | undefined; readonly password: Secret | undefined };

/** Which Redis to use, in one of the three forms it may be given. */
export type RedisEndpoint =
  | { readonly kind: 'url'; readonly url: Secret }
  | ({ readonly kind: 'cluster'; readonly nodes: readonly HostAndPort[] } & Credentials)
  | ({
      readonly kind: 'sentinel';
      readonly sentinels: readonly HostAndPort[];
      readonly masterName: string;
    } & Credentials);

/** The Redis that the operator named; undefined only for the launcher, which then runs its own. */
export function redisEndpoint(config: Config<Service>): RedisEndpoint | undefined {
  const credentials = { username: config.PALIMPSEST_REDIS_USERNAME, password: config.PALIMPSEST_REDIS_PASSWORD };
  if (config.PALIMPSEST_REDIS_URL !== undefined) return { kind: 'url', url: config.PALIMPSEST_REDIS_URL };
  if (config.PALIMPSEST_REDIS_CLUSTER !== undefined)
    return { kind: 'cluster', nodes: config.PALIMPSEST_REDIS_CLUSTER, ...credentials };
  if (config.PALIMPSEST_REDIS_SENTINELS !== undefined && config.PALIMPSEST_REDIS_MASTER_NAME !== undefined)
    return {
      kind: 'sentinel',
      sentinels: config.PALIMPSEST_REDIS_SENTINELS,
      masterName: config.PALIMPSEST_REDIS_MASTER_NAME,
      ...credentials,
    };
  return undefined;
}
