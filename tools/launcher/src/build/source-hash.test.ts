import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceHash } from './source-hash.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'source-hash-'));
  mkdirSync(join(root, 'src/nested'), { recursive: true });
  writeFileSync(join(root, 'src/nested/a.ts'), 'a');
});
afterAll(() => rmSync(root, { recursive: true }));

const hash = () => sourceHash(root, ['src/**/*']);

it('reads the files of nested folders, and sees each change', () => {
  const before = hash();
  expect(hash()).toBe(before);
  writeFileSync(join(root, 'src/nested/a.ts'), 'b');
  expect(hash()).not.toBe(before);
});

it('takes no notice of tests', () => {
  const before = hash();
  writeFileSync(join(root, 'src/nested/a.test.ts'), 'test');
  expect(hash()).toBe(before);
});
