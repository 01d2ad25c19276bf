import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceKeyFile } from './key-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-key-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const keys = [randomBytes(32), randomBytes(32)] as const;
const text = keys.map((key) => `${key.toString('base64url')}=\n`).join('');

describe('the file of the master key', () => {
  it('is replaced as a whole, for its owner alone, also behind a link', () => {
    const [file, link] = [join(folder, 'master.key'), join(folder, 'link')];
    writeFileSync(file, 'old', { mode: 0o644 });
    symlinkSync(file, link);
    expect(replaceKeyFile(link, keys)).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('stays, and nothing beside it, where it cannot be replaced', () => {
    // A folder in its place is what rename refuses for everyone, root included.
    mkdirSync(join(folder, 'master.key'));
    expect(replaceKeyFile(join(folder, 'master.key'), keys)).toMatch(/^E[A-Z]+$/);
    expect(replaceKeyFile(join(folder, 'none.key'), keys)).toBe('ENOENT');
    expect(readdirSync(folder)).toEqual(['master.key']);
  });
});
