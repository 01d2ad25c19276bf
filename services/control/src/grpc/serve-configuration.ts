import { type GrpcServer, SnapshotService, serve, startGrpcServer, type TlsMaterial } from '@palimpsest/contracts';
import type { Logger } from '@palimpsest/runtime';
import type { RedisClient } from '@palimpsest/state';
import type { ControlRegistry } from '../registry-records.ts';
import { followIntoMirror } from '../snapshot/follow.ts';
import { mirror } from '../snapshot/mirror.ts';
import type { Keyring } from '../vault/keyring.ts';
import { type ProxyStanding, proxyStandings } from './proxy-standings.ts';
import { snapshotHandlers } from './snapshot-service.ts';

export type ConfigurationOptions = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls: TlsMaterial;
  readonly registry: ControlRegistry;
  /** A connection of its own, of the kind that waits: it is blocked most of the time. */
  readonly patient: RedisClient;
  readonly keyring: Keyring;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
};

export type ConfigurationServer = Pick<GrpcServer, 'port'> & {
  /** Whether the registry has been read, so that proxies get a configuration. */
  readonly ready: () => boolean;
  /** Number of the last change that this replica has read. */
  readonly version: () => number;
  /** The proxies that follow this replica now. */
  readonly proxies: () => readonly ProxyStanding[];
  /** Tells the proxies anew where something went without its secret, which may open now. */
  readonly resendLocked: () => void;
  /** Ends the streams and stops reading the registry; the connection to Redis is the caller's. */
  readonly stop: () => Promise<void>;
};

/**
 * Follows the registry and pushes it to every proxy that connects.
 * @throws where the port cannot be opened; `code` says why.
 */
export async function serveConfiguration(options: ConfigurationOptions): Promise<ConfigurationServer> {
  const { host, port, tls, registry, patient, keyring, logger } = options;
  const stopping = new AbortController();
  const feed = mirror(keyring);
  const standings = proxyStandings();
  const server = await startGrpcServer({
    host,
    port,
    tls,
    services: [serve(SnapshotService, snapshotHandlers({ feed, proxies: standings, logger }), ['proxy'])],
    onBug: (error, method) => logger.error({ err: error, method }, 'a call failed by a bug'),
  });
  const following = followIntoMirror({ registry, patient, mirror: feed, logger, signal: stopping.signal });
  return {
    port: server.port,
    ready: feed.ready,
    version: feed.version,
    proxies: standings.all,
    resendLocked: feed.resendLocked,
    async stop() {
      stopping.abort();
      await Promise.all([server.stop(), following]);
    },
  };
}
