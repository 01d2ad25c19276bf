import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWhenChanged } from './build-when-changed.ts';
import { isFresh, type Product } from './products.ts';

let root: string;
let said: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  said = [];
  write('src/a.ts', 'one');
  // Writes what it was made of, so that a build can be told from none.
  write(
    'build.mjs',
    `import { readFileSync, writeFileSync } from 'node:fs'; writeFileSync('out', readFileSync('src/a.ts'));`,
  );
});
afterEach(() => rmSync(root, { recursive: true }));

const product: Product = { name: 'thing', sources: ['src/**/*.ts'], results: ['out'], build: ['build.mjs'] };

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const build = (wanted: Product = product) => buildWhenChanged(root, [wanted], (line) => said.push(line));

describe('building', () => {
  it('happens once for the same sources', () => {
    expect(isFresh(root, product)).toBe(false);
    expect(build()).toBeUndefined();
    expect(isFresh(root, product)).toBe(true);
    build();
    expect(said).toEqual(['building the thing']);
    expect(readFileSync(join(root, 'out'), 'utf8')).toBe('one');
  });

  it.each([
    ['a file changes', () => write('src/a.ts', 'two')],
    ['a file is added', () => write('src/deep/b.ts', '')],
    ['a file is removed', () => rmSync(join(root, 'src/a.ts'))],
    ['its result is gone', () => rmSync(join(root, 'out'))],
  ])('happens again when %s', (_, change) => {
    build();
    change();
    expect(isFresh(root, product)).toBe(false);
  });

  it('does not happen for a test', () => {
    build();
    write('src/a.test.ts', 'test');
    expect(isFresh(root, product)).toBe(true);
  });

  it('is not remembered when it fails', () => {
    const broken = { ...product, build: ['--eval', 'process.exit(1)'] };
    expect(build(broken)).toBe('thing');
    expect(isFresh(root, broken)).toBe(false);
  });
});
