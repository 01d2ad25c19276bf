import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartProblem } from '@palimpsest/runtime';
import { sourceHash } from './source-hash.ts';

type Product = {
  readonly name: string;
  /** Patterns of what it is made of, below the root. */
  readonly sources: readonly string[];
  /** Files that must be there for it to count as built. */
  readonly results: readonly string[];
  readonly command: readonly [file: string, ...args: string[]];
};

const services = ['control', 'metering', 'proxy'];

const products: readonly Product[] = [
  {
    name: 'services',
    sources: ['packages/*/src/**/*.ts', 'services/*/src/**/*.ts', 'tools/bundle.ts', 'pnpm-lock.yaml'],
    results: services.map((service) => `dist/${service}/main.mjs`),
    command: [process.execPath, 'tools/bundle.ts', ...services],
  },
  {
    name: 'dashboard',
    sources: ['web/src/**/*', 'web/public/**/*', 'web/*.{html,json,ts}', 'pnpm-lock.yaml'],
    results: ['web/dist/index.html'],
    command: [process.execPath, 'web/node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
  },
];

/** Builds the service bundles and the dashboard below `root` where their sources changed since the last build. */
export function buildWhenChanged(root: string, say: (line: string) => void): void {
  for (const { name, sources, results, command } of products) {
    const stamp = join(root, '.cache/build', `${name}.sha256`);
    const wanted = sourceHash(root, sources);
    const built = results.every((file) => existsSync(join(root, file)));
    if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue;
    say(`building the ${name}`);
    const [file, ...args] = command;
    const { status } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new StartProblem(`the ${name} could not be built; see the messages above`);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  }
}
