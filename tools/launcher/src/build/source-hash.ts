import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A hash over the names and bytes of the files that the patterns find below `root`, tests left out. */
export function sourceHash(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx'] });
  for (const file of files.toSorted()) {
    // A pattern such as `src/**/*` finds folders, too.
    if (statSync(join(root, file)).isDirectory()) continue;
    const bytes = readFileSync(join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
