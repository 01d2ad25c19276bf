import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, redisEndpoint, StartProblem } from '@palimpsest/runtime';
import { refuseSecondLauncher } from '../supervise/leftovers.ts';
import { removePidFile, writePidFile } from '../supervise/pid-file.ts';
import { ownRedisUrl } from './redis-config.ts';
import { startRedis } from './start-redis.ts';
import { answersPong } from './wait-redis.ts';

const patienceMs = 10_000;

/**
 * Runs something with the variables that lead to the gateway's Redis: the one that is configured, or else that of `make up`, which is started
 * for as long as this takes where the gateway does not run. Throws a StartProblem where there is none.
 */
export async function withinRedis<Value>(
  config: Config<'launcher'>,
  run: (variables: Readonly<Record<string, string>>) => Promise<Value>,
): Promise<Value> {
  if (redisEndpoint(config) !== undefined) return run({});
  const dataDir = resolve(config.PALIMPSEST_DATA_DIR);
  const port = config.PALIMPSEST_EMBEDDED_REDIS_PORT;
  const url = ownRedisUrl(dataDir, port);
  if (url === undefined)
    throw new StartProblem(`there is no Redis to look at: none is named, and none was run in ${dataDir}`);
  if (await answersPong(port, new URL(url).password)) return run({ PALIMPSEST_REDIS_URL: url });

  // The gateway does not run; as long as this takes it cannot be started, either.
  const runDir = join(dataDir, 'run');
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const launcherPidFile = join(runDir, 'launcher.pid');
  refuseSecondLauncher(launcherPidFile);
  writePidFile(launcherPidFile, process.pid);
  try {
    const redis = await startRedis(dataDir, port, runDir, () => undefined);
    try {
      return await run({ PALIMPSEST_REDIS_URL: redis.url });
    } finally {
      await redis.server.stop(patienceMs);
    }
  } finally {
    removePidFile(launcherPidFile);
  }
}
