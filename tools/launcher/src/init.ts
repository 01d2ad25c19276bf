/**
 * `init <folder> [user id]`: keys, certificates and variables for services that nobody launches together, as in containers. Makes
 * `DATA_DIR` as `make up` does, then in `<folder>/<service>` what each service needs and nothing of the others. Safe to run again.
 */
import { join } from 'node:path';
import { loadConfig, readEnvironment, StartProblem } from '@palimpsest/runtime';
import { prepareDataDir } from './data-dir/prepare-data-dir.ts';
import { shareWith } from './share.ts';

const ours = /^(?:PALIMPSEST_(?!DATA_DIR$|ENV_FILE$)|OTEL_|(?:OPENAI|ANTHROPIC|GEMINI|OPENROUTER)_API_KEY)/;

try {
  const [folder, owner] = process.argv.slice(2);
  if (folder === undefined) throw new StartProblem('init <folder> [user id]: the folder is missing');
  const environment = readEnvironment();
  const { path: dataDir } = await prepareDataDir(loadConfig('launcher', environment), Date.now());
  const variables = Object.fromEntries(Object.entries(environment).filter(([name]) => ours.test(name)));
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
