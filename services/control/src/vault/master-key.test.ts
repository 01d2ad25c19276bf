import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, StartProblem } from '@palimpsest/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MasterKeySource, readMasterKeys } from './master-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-master-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const key = randomBytes(32);
const fernet = `${key.toString('base64url')}=`;
const from = (text?: string, file?: string) => ({
  PALIMPSEST_DATA_DIR: folder,
  PALIMPSEST_MASTER_KEY: text === undefined ? undefined : new Secret(text),
  PALIMPSEST_MASTER_KEY_FILE: file,
});

describe('the master key', () => {
  it('comes from the variable, the named file or the data folder, in this order, padded or not', () => {
    writeFileSync(join(folder, 'master.key'), `${randomBytes(32).toString('base64url')}\n`);
    writeFileSync(join(folder, 'other.key'), `${fernet}\n`);
    expect(Buffer.from(firstOf(from(fernet)))).toEqual(key);
    expect(Buffer.from(firstOf(from(fernet.slice(0, -1))))).toEqual(key);
    expect(Buffer.from(firstOf(from(undefined, join(folder, 'other.key'))))).toEqual(key);
    expect(firstOf(from())).toHaveLength(32);
  });

  it.each(['abcde', 'x'.repeat(43).concat('!'), randomBytes(16).toString('base64url'), ''])(
    'stops the start with one line that does not repeat it when it is wrong: %j',
    (wrong) => {
      writeFileSync(join(folder, 'master.key'), wrong);
      const problem = problemOf(() => firstOf(from()));
      expect(problem).toMatch(/^.*master\.key is not a master key; allowed: 32 bytes in URL-safe base64$/);
      if (wrong !== '') expect(problem).not.toContain(wrong);
    },
  );

  it('comes with others while a rotation is under way, the one that seals first', () => {
    const other = randomBytes(32);
    writeFileSync(join(folder, 'master.key'), `${fernet}\n${other.toString('base64url')}=\n`);
    expect(readMasterKeys(from()).map((one) => Buffer.from(one))).toEqual([key, other]);
    expect(readMasterKeys(from(`${fernet},${fernet}`))).toHaveLength(2);
  });

  it('stops the start when there is none', () => {
    expect(problemOf(() => firstOf(from()))).toContain('cannot be read');
  });
});

const firstOf = (source: MasterKeySource): Uint8Array => readMasterKeys(source)[0];

function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof StartProblem) return error.message;
    throw error;
  }
  throw new Error('did not stop');
}
