/** `make providers`: the simulated providers alone, on free ports of this machine, until Ctrl-C; for keys of a gateway that runs beside them. */
import { join, resolve } from 'node:path';
import { loadConfig, StartProblem, stopOnSignal } from '@palimpsest/runtime';
import { startSimulatedProviders } from '@palimpsest/testkit';
import { howToAdd } from './how-to-add.ts';
import { playUsualKeys } from './usual-keys.ts';

const print = (line: string): void => console.log(line);

try {
  const config = loadConfig('launcher');
  const providers = await startSimulatedProviders();
  stopOnSignal({ say: print, stop: () => providers.close() });
  const gateway = {
    controlUrl: `http://127.0.0.1:${config.PALIMPSEST_CONTROL_PORT}`,
    operatorKeyFile: join(resolve(config.PALIMPSEST_DATA_DIR), 'operator.key'),
  };
  for (const line of howToAdd(providers, playUsualKeys(providers), gateway)) print(line);
  print('Ctrl-C ends them');
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
