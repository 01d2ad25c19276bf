/** `make demo`: the gateway with simulated providers and a scripted client, until Ctrl-C; `DEMO_ONCE=1` ends it after the script. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '@palimpsest/launcher';
import { readEnvironment, StartProblem, stopOnSignal } from '@palimpsest/runtime';
import { startSimulatedProviders } from '@palimpsest/testkit';
import { playDemo } from './demo.ts';
import { demoEnvironment } from './demo-environment.ts';

const print = (line: string): void => console.log(line);
const starting = new AbortController();
const dataDir = await mkdtemp(join(tmpdir(), 'palimpsest-demo-'));
const providers = await startSimulatedProviders();
const own = readEnvironment();
const started = launch({ environment: demoEnvironment(own, dataDir), print, signal: starting.signal });

async function stop(): Promise<void> {
  starting.abort();
  const gateway = await started.catch(() => undefined);
  await gateway?.stop();
  await providers.close();
  await rm(dataDir, { recursive: true, force: true });
}

const forget = stopOnSignal({ say: print, stop });
try {
  const gateway = await started;
  await playDemo(gateway, providers, print);
  print('');
  print(`dashboard     ${gateway.controlUrl}/  (log in with the operator key in ${gateway.operatorKeyLiesIn})`);
  print(`API           ${gateway.proxyUrl}/v1`);
  if (own.DEMO_ONCE === '1') {
    forget();
    await stop();
  } else print('Ctrl-C ends the demo');
} catch (error) {
  // A start that Ctrl-C ended is ended by whoever took the signal.
  if (!starting.signal.aborted) {
    console.error(error instanceof StartProblem ? error.message : error);
    forget();
    await stop();
    process.exitCode = 1;
  }
}
