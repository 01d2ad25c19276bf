import { spawnSync } from 'node:child_process';
import { isFresh, markBuilt, type Product } from './products.ts';
import { sourceHash } from './source-hash.ts';

/** Builds each product whose sources changed since its last build. Gives the name of one that failed; its messages went to standard error. */
export function buildWhenChanged(
  root: string,
  products: readonly Product[],
  say: (line: string) => void,
): string | undefined {
  for (const product of products) {
    if (isFresh(root, product)) continue;
    say(`building the ${product.name}`);
    const hash = sourceHash(root, product.sources);
    const { status } = spawnSync(process.execPath, product.build, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) return product.name;
    markBuilt(root, product, hash);
  }
  return undefined;
}
