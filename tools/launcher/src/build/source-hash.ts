import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hash over the names and bytes of the files that the patterns find below `root`, tests left out. */
export function sourceHash(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx'] });
  for (const file of files.toSorted()) {
    const bytes = readFileSync(join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
