/** `node tools/launcher/src/main.ts`: the gateway in the foreground, until Ctrl-C or SIGTERM. */
import { readEnvironment, StartProblem, stopOnSignal } from '@palimpsest/runtime';
import { type Launched, launch } from './launch.ts';

const print = (line: string): void => console.log(line);
const starting = new AbortController();

try {
  const started = launch({ environment: readEnvironment(), print, signal: starting.signal });
  stopOnSignal({
    say: print,
    async stop() {
      starting.abort();
      const launched = await started.catch(() => undefined);
      await launched?.stop();
    },
  });
  print(summary(await started));
  print('ready');
} catch (error) {
  // A start that the operator ended: whoever took the signal leaves with 0.
  if (!starting.signal.aborted) {
    console.error(error instanceof StartProblem ? error.message : error);
    process.exit(1);
  }
}

function summary({ proxyUrl, controlUrl, opsUrls, operatorKeyLiesIn }: Launched): string {
  return [
    '',
    `  OpenAI-compatible API   ${proxyUrl}/v1`,
    `  Dashboard               ${controlUrl}/`,
    `  Operator API            ${controlUrl}/api/v1`,
    ...Object.entries(opsUrls).map(([service, url]) => `  ${`Metrics of ${service}`.padEnd(23)} ${url}/metrics`),
    `  Operator key            in ${operatorKeyLiesIn}`,
    '',
  ].join('\n');
}
