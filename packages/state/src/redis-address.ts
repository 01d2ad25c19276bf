export type Endpoint = { readonly host: string; readonly port: number };

/**
 * Where Redis is: one server by its URL (`redis://` or `rediss://`), a cluster by some of its nodes, or the master that Sentinels
 * name. For the last two a URL may add user, password and TLS.
 */
export type RedisAddress =
  | { readonly url: string }
  | { readonly cluster: readonly Endpoint[]; readonly url?: string }
  | { readonly sentinels: readonly Endpoint[]; readonly masterName: string; readonly url?: string };
