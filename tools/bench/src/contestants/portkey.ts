import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@palimpsest/testkit';
import { startChild } from './child.ts';
import type { Contestant, Ground } from './contestant.ts';

const version = '1.15.2';
// With any later one it answers every stream with 500 ("TypeError: immutable").
const honoServer = '1.3.3';

/** Installs Portkey's gateway into a folder of the bench's own; where that fails, gives `undefined` and says so. */
export function installPortkey(cache: string, say: (line: string) => void): string | undefined {
  const folder = join(cache, `portkey-${version}`);
  const program = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  if (existsSync(program)) return program;
  say(`installing @portkey-ai/gateway ${version}`);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { '@portkey-ai/gateway': version },
    overrides: { '@hono/node-server': honoServer },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const options = [
    '--ignore-scripts',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--omit=dev',
    '--loglevel=error',
  ];
  spawnSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit', timeout: 120_000 });
  if (existsSync(program)) return program;
  say('it could not be installed: measured without it');
  return undefined;
}

/** Portkey's gateway as its package starts it, without its console. */
export const portkey = (program: string, { upstream, cores, folder }: Ground): Contestant => ({
  name: `Portkey ${version}`,
  sessions: false,
  async launch() {
    const port = await freePort();
    const startedAt = performance.now();
    const child = startChild({
      args: [program, '--headless', `--port=${port}`],
      environment: { NODE_ENV: 'production' },
      cores: cores.measured,
      output: join(folder, 'portkey.log'),
    });
    await child.answering(`http://127.0.0.1:${port}/`);
    return {
      port,
      headers: {
        authorization: 'Bearer sk-bench',
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `http://127.0.0.1:${upstream.port}/v1`,
      },
      processes: { itself: child.pid },
      readyMs: performance.now() - startedAt,
      settled: async () => {},
      stop: () => child.stop(),
    };
  },
  close: async () => {},
});
