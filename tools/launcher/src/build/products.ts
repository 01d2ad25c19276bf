import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourceHash } from './source-hash.ts';

export type Product = {
  readonly name: string;
  /** Patterns of what it is made of, below the root. */
  readonly sources: readonly string[];
  /** Files that must be there for it to count as built. */
  readonly results: readonly string[];
  /** Arguments of Node.js, run in the root. */
  readonly build: readonly string[];
};

const services = ['control', 'metering', 'proxy'];

/** The service bundles. */
export const serviceBundles: Product = {
  name: 'services',
  sources: ['packages/*/src/**/*.ts', 'services/*/src/**/*.ts', 'tools/bundle.ts', 'pnpm-lock.yaml'],
  results: [...services.map((service) => `dist/${service}/main.mjs`), 'dist/proxy/o200k_base.tiktoken'],
  build: ['tools/bundle.ts', ...services],
};

/** The single-page application that control serves. */
export const dashboard: Product = {
  name: 'dashboard',
  sources: ['web/src/**/*', 'web/public/**/*', 'web/*.{html,json,ts}', 'pnpm-lock.yaml'],
  results: ['web/dist/index.html'],
  build: ['web/node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
};

/** What changes the master key where there are no sources: in containers. */
export const rotateBundle: Product = {
  name: 'rotate',
  sources: [
    'packages/{domain,runtime,state}/src/**/*.ts',
    'services/control/src/**/*.ts',
    'tools/bundle.ts',
    'pnpm-lock.yaml',
  ],
  results: ['dist/rotate/main.mjs'],
  build: ['tools/bundle.ts', 'rotate'],
};

/** What makes keys and certificates where there is no launcher: in containers. */
export const initBundle: Product = {
  name: 'init',
  sources: ['packages/{domain,runtime}/src/**/*.ts', 'tools/launcher/src/**/*.ts', 'tools/bundle.ts', 'pnpm-lock.yaml'],
  results: ['dist/init/main.mjs'],
  build: ['tools/bundle.ts', 'init'],
};

const stampOf = (root: string, { name }: Product): string => join(root, '.cache/build', `${name}.sha256`);

/** Whether it was built from the very sources that lie there now. */
export function isFresh(root: string, product: Product): boolean {
  const stamp = stampOf(root, product);
  if (!existsSync(stamp) || !product.results.every((file) => existsSync(join(root, file)))) return false;
  return readFileSync(stamp, 'utf8') === sourceHash(root, product.sources);
}

/** Remembers the hash of the sources that a build began with. */
export function markBuilt(root: string, product: Product, hash: string): void {
  const stamp = stampOf(root, product);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
