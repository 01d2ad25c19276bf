import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildWhenChanged,
  checkPorts,
  dashboard,
  findRedisServer,
  prepareDataDir,
  type Supervised,
  serviceBundles,
  serviceCommand,
  startServices,
} from '@palimpsest/launcher';
import { type Environment, loadConfig, type Service, StartProblem } from '@palimpsest/runtime';
import { startRedisCluster } from '@palimpsest/testkit';
import { startBalancer } from './balancer/start-balancer.ts';
import { clusterMembers, type Member } from './members.ts';

export type LaunchedCluster = {
  /** The public API behind the balancer. */
  readonly proxyUrl: string;
  readonly members: readonly Member[];
  /** `host:port,…` of Redis's nodes. */
  readonly redis: string;
  readonly operatorKeyLiesIn: string;
  /** Proxies first, with their requests in flight brought to their end; then the balancer, control and metering; then Redis. */
  stop(): Promise<void>;
};

const root = join(import.meta.dirname, '../../..');
const checkEveryMs = 500;
// Beside the drain, a service needs a moment to close its connections before it is killed.
const closingMs = 12_000;

/**
 * Starts the gateway in many processes on this machine, on a Redis Cluster, with everything that it keeps in `folder` or gone with it; and
 * resolves once all are ready. Throws a StartProblem and leaves nothing running where that fails.
 */
export async function launchCluster(
  environment: Environment,
  folder: string,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<LaunchedCluster> {
  const config = loadConfig('launcher', { ...environment, PALIMPSEST_DATA_DIR: folder }, print);
  const patienceMs = config.PALIMPSEST_DRAIN_SECONDS * 1000 + closingMs;
  // Otherwise the answer of whoever listens there would be taken for the balancer's.
  await checkPorts(config, ['PALIMPSEST_PROXY_PORT', 'PALIMPSEST_CONTROL_PORT']);
  const failed = buildWhenChanged(root, [serviceBundles, dashboard], print);
  if (failed !== undefined) throw new StartProblem(`the ${failed} could not be built; see the messages above`);
  const { operatorKeyLiesIn } = await prepareDataDir(config, Date.now());
  const runDir = join(folder, 'run');
  await mkdir(runDir, { recursive: true });

  const redis = await startRedisCluster({ program: findRedisServer(print) });
  const members = await clusterMembers(config.PALIMPSEST_CONTROL_PORT);
  const running = new Map<string, Supervised>();
  const end = (...services: readonly (Service | 'balancer')[]) =>
    Promise.all(
      [...running.values()]
        .filter(({ name }) => services.some((service) => name.startsWith(service)))
        .map((one) => one.stop(patienceMs)),
    );
  const stop = async (): Promise<void> => {
    await end('proxy');
    await end('balancer', 'control', 'metering');
    await redis.stop();
  };
  try {
    const shared = {
      ...environment,
      PALIMPSEST_DATA_DIR: folder,
      PALIMPSEST_WEB_DIR: join(root, 'web/dist'),
      PALIMPSEST_REDIS_CLUSTER: redis.endpoints,
      PALIMPSEST_LISTEN_HOST: '127.0.0.1',
    };
    const starts = members.map(({ name, service, opsPort, variables }) => ({
      command: serviceCommand(service, root, runDir, { ...shared, ...variables }, name),
      opsUrl: `http://127.0.0.1:${opsPort}`,
    }));
    for (const [name, server] of await startServices(starts, signal, print)) running.set(name, server);
    const balanced = {
      host: '127.0.0.1',
      port: config.PALIMPSEST_PROXY_PORT,
      proxyPorts: members.filter(({ service }) => service === 'proxy').map(({ port }) => port),
      checkEveryMs,
      requestTimeoutMs: config.PALIMPSEST_REQUEST_TIMEOUT_MS,
    };
    running.set('balancer', await startBalancer(balanced, runDir, print));
    return {
      proxyUrl: `http://${balanced.host}:${balanced.port}`,
      members,
      redis: redis.endpoints,
      operatorKeyLiesIn,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
