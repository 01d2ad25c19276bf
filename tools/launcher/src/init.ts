/**
 * `init <folder> [user id] [--redis-given]`: keys, certificates and variables for services that nobody launches together, as in containers.
 * Makes `DATA_DIR` as `make up` does, then in `<folder>/<service>` what each service needs and nothing of the others. Safe to run again.
 *
 * `--redis-given`: who starts the services gives them the address of their Redis. Without it they get that of the variables, or else of a
 * Redis `redis` whose password is made as well.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, readEnvironment, StartProblem } from '@palimpsest/runtime';
import { prepareDataDir } from './data-dir/prepare-data-dir.ts';
import { redisBeside, withoutRedis } from './redis/redis-beside.ts';
import { shareWith } from './share.ts';

const ours = /^(?:PALIMPSEST_(?!DATA_DIR$|ENV_FILE$)|OTEL_|(?:OPENAI|ANTHROPIC|GEMINI|OPENROUTER)_API_KEY)/;
const say = (line: string): void => console.warn(line);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'redis-given': { type: 'boolean' } },
  });
  const [folder, owner] = positionals;
  if (folder === undefined) throw new StartProblem('init <folder> [user id] [--redis-given]: the folder is missing');
  const redisGiven = values['redis-given'] === true;
  const environment = redisGiven ? withoutRedis(readEnvironment(), say) : readEnvironment();
  const config = loadConfig('launcher', environment);
  const { path: dataDir } = await prepareDataDir(config, Date.now());
  const variables = {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => ours.test(name))),
    ...(redisGiven ? {} : redisBeside({ dataDir, folder, config, say })),
  };
  for (const service of ['control', 'metering', 'proxy'] as const)
    shareWith(service, {
      dataDir,
      folder: join(folder, service),
      variables,
      owner: owner === undefined ? undefined : Number(owner),
    });
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exitCode = 1;
}
