import { Cluster, Redis } from 'ioredis';
import { batchWrites } from './batch-writes.ts';
import { commandTimeoutMs, limitPatience } from './patience.ts';
import type { Endpoint, RedisAddress } from './redis-address.ts';
import type { RedisClient } from './redis-client.ts';

export type RedisOptions = RedisAddress & {
  /**
   * `requests` (the default): fails within a second where Redis is away. `blocking`: for a consumer that waits for entries, at most
   * two seconds at once, on a connection of its own; it outlives a reconnection, and fails after five seconds without an answer.
   */
  readonly use?: 'requests' | 'blocking';
  /** Told of every connection error. The client reconnects by itself; there is nothing to do but to log it. */
  readonly onError: (error: Error) => void;
};

/** Connects to one Redis, to a cluster, or to the master that Sentinels name. Connecting goes on in the background. */
export function connectRedis(options: RedisOptions): RedisClient {
  const client = build(options);
  client.on('error', options.onError);
  if (options.use !== 'blocking') {
    limitPatience(client);
    batchWrites(client);
  }
  return client;
}

function build(options: RedisOptions): RedisClient {
  const isBlocking = options.use === 'blocking';
  const node = nodeOptions(options.url, isBlocking);
  if ('cluster' in options) return buildCluster(options.cluster, node, isBlocking);
  const single = { ...node, retryStrategy: backOffMs, reconnectOnError: isDemoted };
  if ('sentinels' in options)
    return new Redis({
      ...single,
      sentinels: options.sentinels.map((endpoint) => ({ ...endpoint })),
      name: options.masterName,
      failoverDetector: true,
      reconnectOnError: (error) => isDemoted(error) || hasNoReplicas(error),
    });
  return new Redis(options.url, single);
}

function buildCluster(nodes: readonly Endpoint[], node: ReturnType<typeof nodeOptions>, isBlocking: boolean): Cluster {
  const cluster = new Cluster([...nodes], {
    redisOptions: node,
    slotsRefreshInterval: 5000,
    // Functions of several keys are refused while their slot is half-way; that is over in a moment.
    retryDelayOnTryAgain: 50,
    clusterRetryStrategy: backOffMs,
  });
  // While a cluster as a whole is away commands have no time limit of their own: once it was there, they fail at once.
  if (!isBlocking)
    cluster.once('ready', () => {
      cluster.options.enableOfflineQueue = false;
    });
  return cluster;
}

function nodeOptions(url: string | undefined, isBlocking: boolean) {
  // A server that froze keeps its connections: without a limit, a reader would wait there when all others have left it.
  const patience = isBlocking
    ? { maxRetriesPerRequest: null, commandTimeout: longestSilenceMs }
    : { maxRetriesPerRequest: 1, commandTimeout: commandTimeoutMs };
  return { ...patience, ...credentialsFrom(url), connectTimeout: 1000 };
}

/** More than a blocking read ever waits. */
const longestSilenceMs = 5000;

/** A master that became a replica under the same address keeps the connection, and would refuse every write on it. */
const isDemoted = (error: Error): boolean => error.message.startsWith('READONLY');

/** A master that was replaced and came back believes in itself for some seconds. Where it must have replicas it gives itself away. */
const hasNoReplicas = (error: Error): boolean => error.message.startsWith('NOREPLICAS');

/** Reconnecting is cheap and somebody waits for it: at most a second between two tries. */
const backOffMs = (times: number): number => Math.min(50 * 2 ** Math.min(times, 5), 1000);

/** User, password and TLS of a Redis URL; a cluster and Sentinels name their hosts elsewhere. */
function credentialsFrom(url: string | undefined) {
  if (url === undefined) return {};
  const { protocol, username, password, hostname } = new URL(url);
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: { servername: hostname } } : {}),
  };
}
