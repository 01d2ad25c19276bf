export type Endpoint = { readonly host: string; readonly port: number };

/**
 * Where Redis is: one server by its URL (`redis://` or `rediss://`), a cluster by some of its nodes, or the master that Sentinels
 * name. For the last two a URL may add user, password and TLS.
 */
export type RedisAddress =
  | { readonly url: string }
  | { readonly cluster: readonly Endpoint[]; readonly url?: string }
  | { readonly sentinels: readonly Endpoint[]; readonly masterName: string; readonly url?: string };

/** The address from the values of `PALIMPSEST_REDIS_*`: a cluster before Sentinels before a URL; `undefined` where none is set. */
export function redisAddress(settings: {
  readonly url?: string | undefined;
  readonly cluster?: readonly Endpoint[] | undefined;
  readonly sentinels?: readonly Endpoint[] | undefined;
  readonly masterName?: string | undefined;
}): RedisAddress | undefined {
  const { url, cluster, sentinels, masterName } = settings;
  const credentials = url === undefined ? {} : { url };
  if (cluster !== undefined) return { cluster, ...credentials };
  if (sentinels !== undefined && masterName !== undefined) return { sentinels, masterName, ...credentials };
  return url === undefined ? undefined : { url };
}

/** `host:port,host:port` as endpoints; IPv6 hosts in brackets. `undefined` where it is not such a list. */
export function parseEndpoints(text: string): Endpoint[] | undefined {
  const endpoints = text.split(',').map((part) => /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(part.trim()));
  const found = endpoints.flatMap((match) => {
    const [host, port] = [match?.[1] ?? match?.[2], Number(match?.[3])];
    return host !== undefined && port > 0 && port < 65_536 ? [{ host, port }] : [];
  });
  return found.length === endpoints.length ? found : undefined;
}
