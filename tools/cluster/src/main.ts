/** `make cluster`: three proxies behind a balancer, two of control and metering, on a Redis Cluster; in the foreground, until Ctrl-C. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment, StartProblem, stopOnSignal } from '@palimpsest/runtime';
import { clusterEnvironment } from './cluster-environment.ts';
import { type LaunchedCluster, launchCluster } from './launch-cluster.ts';

const print = (line: string): void => console.log(line);
const starting = new AbortController();
const folder = await mkdtemp(join(tmpdir(), 'palimpsest-cluster-'));
const started = launchCluster(clusterEnvironment(readEnvironment()), folder, print, starting.signal);

const stop = async (): Promise<void> => {
  starting.abort();
  await (await started.catch(() => undefined))?.stop();
  await rm(folder, { recursive: true, force: true });
};
const forget = stopOnSignal({ say: print, stop });
try {
  print(summary(await started));
  print('ready');
} catch (error) {
  // A start that the operator ended: whoever took the signal leaves with 0.
  if (!starting.signal.aborted) {
    console.error(error instanceof StartProblem ? error.message : error);
    forget();
    await stop();
    process.exitCode = 1;
  }
}

function summary({ proxyUrl, members, redis, operatorKeyLiesIn }: LaunchedCluster): string {
  const [control] = members.filter(({ service }) => service === 'control');
  return [
    '',
    `  OpenAI-compatible API   ${proxyUrl}/v1`,
    `  Dashboard               http://127.0.0.1:${control?.port}/`,
    ...members.map(({ name, port, opsPort }) => {
      const own = port === 0 ? '' : `http://127.0.0.1:${port}  `;
      return `  ${name.padEnd(23)} ${own}metrics http://127.0.0.1:${opsPort}/metrics`;
    }),
    `  Redis Cluster           ${redis}`,
    `  Operator key            in ${operatorKeyLiesIn}`,
    '  Everything here is gone when it ends.',
    '',
  ].join('\n');
}
