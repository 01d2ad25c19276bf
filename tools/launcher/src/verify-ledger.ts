/** `make verify-ledger`: the command of metering, on the Redis that the variables name or else on the one that `make up` runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { loadConfig, readEnvironment, redisEndpoint, StartProblem } from '@palimpsest/runtime';
import { ownRedisUrl } from './redis/redis-config.ts';

const command = join(import.meta.dirname, '../../../services/metering/src/verify-ledger.ts');

function redisVariables(): Record<string, string> {
  const config = loadConfig('launcher');
  if (redisEndpoint(config) !== undefined) return {};
  const dataDir = resolve(config.PALIMPSEST_DATA_DIR);
  const url = ownRedisUrl(dataDir, config.PALIMPSEST_EMBEDDED_REDIS_PORT);
  if (url === undefined)
    throw new StartProblem(`there is no Redis to look at: none is named, and none was run in ${dataDir}`);
  return { PALIMPSEST_REDIS_URL: url };
}

try {
  const env = { ...readEnvironment(), ...redisVariables() };
  const child = spawn(process.execPath, [command, ...process.argv.slice(2)], { stdio: 'inherit', env });
  const [status] = (await once(child, 'exit')) as [number | null];
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
