import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Environment, loadConfig, redisEndpoint, type Service, StartProblem } from '@palimpsest/runtime';
import { type Addresses, addressesOf } from './addresses.ts';
import { buildWhenChanged } from './build/build-when-changed.ts';
import { dashboard, serviceBundles } from './build/products.ts';
import { checkPorts, portsOfGateway } from './check-ports.ts';
import { prepareDataDir } from './data-dir/prepare-data-dir.ts';
import { startRedis } from './redis/start-redis.ts';
import { serviceCommand } from './service-command.ts';
import { startServices } from './start-services.ts';
import { refuseSecondLauncher, stopLeftovers } from './supervise/leftovers.ts';
import { removePidFile, writePidFile } from './supervise/pid-file.ts';
import type { Supervised } from './supervise/supervise.ts';

type ProcessName = Service | 'redis';

export type LaunchOptions = {
  /** Variables as text, as `readEnvironment` merges them. */
  readonly environment: Environment;
  /** Takes each line: of the services as they log, and what happens to them. */
  readonly print: (line: string) => void;
  /** Ends a start under way; what was started is stopped. */
  readonly signal?: AbortSignal;
};

export type Launched = Addresses & {
  readonly operatorKey: string;
  /** The file, or the variable, that holds the operator key. */
  readonly operatorKeyLiesIn: string;
  /** The process of now: another one after a restart. `redis` only where the launcher runs its own. */
  pid(name: ProcessName): number | undefined;
  /** Proxy first, with its requests in flight brought to their end; then control and metering; then Redis. */
  stop(): Promise<void>;
};

const root = join(import.meta.dirname, '../../..');
// Beside the drain, a service needs a moment to close its connections before it is killed.
const closingMs = 12_000;

/**
 * Starts the whole gateway and resolves once every service is ready. Throws a StartProblem, one line a problem, and leaves nothing running
 * where that fails.
 */
export async function launch({ environment, print, signal }: LaunchOptions): Promise<Launched> {
  const config = loadConfig('launcher', environment, print);
  const addresses = addressesOf(config);
  const patienceMs = config.PALIMPSEST_DRAIN_SECONDS * 1000 + closingMs;
  const ownRedis = redisEndpoint(config) === undefined;

  const runDir = join(resolve(config.PALIMPSEST_DATA_DIR), 'run');
  const launcherPidFile = join(runDir, 'launcher.pid');
  refuseSecondLauncher(launcherPidFile);
  const dataDir = await prepareDataDir(config, Date.now());
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  await stopLeftovers(runDir, patienceMs, print);
  await checkPorts(config, portsOfGateway(ownRedis));
  writePidFile(launcherPidFile, process.pid);

  const running = new Map<string, Supervised>();
  const stop = async (): Promise<void> => {
    const end = (name: ProcessName): Promise<void> | undefined => running.get(name)?.stop(patienceMs);
    await end('proxy');
    await Promise.all([end('control'), end('metering')]);
    await end('redis');
    removePidFile(launcherPidFile);
  };
  try {
    const failed = buildWhenChanged(root, [serviceBundles, dashboard], print);
    if (failed !== undefined) throw new StartProblem(`the ${failed} could not be built; see the messages above`);
    const variables: Record<string, string> = {
      ...environment,
      PALIMPSEST_DATA_DIR: dataDir.path,
      PALIMPSEST_WEB_DIR: join(root, 'web/dist'),
    };
    if (ownRedis) {
      const redis = await startRedis(dataDir.path, config.PALIMPSEST_EMBEDDED_REDIS_PORT, runDir, print);
      running.set('redis', redis.server);
      variables.PALIMPSEST_REDIS_URL = redis.url;
    }
    const starts = (['control', 'metering', 'proxy'] as const).map((service) => ({
      command: serviceCommand(service, root, runDir, variables),
      opsUrl: addresses.opsUrls[service],
    }));
    for (const [name, server] of await startServices(starts, signal, print)) running.set(name, server);
  } catch (error) {
    await stop();
    throw error;
  }
  const { operatorKey, operatorKeyLiesIn } = dataDir;
  return { ...addresses, operatorKey, operatorKeyLiesIn, pid: (name) => running.get(name)?.pid(), stop };
}
