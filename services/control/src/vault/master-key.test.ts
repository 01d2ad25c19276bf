import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, StartProblem } from '@palimpsest/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMasterKey } from './master-key.ts';

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
    expect(Buffer.from(readMasterKey(from(fernet)))).toEqual(key);
    expect(Buffer.from(readMasterKey(from(fernet.slice(0, -1))))).toEqual(key);
    expect(Buffer.from(readMasterKey(from(undefined, join(folder, 'other.key'))))).toEqual(key);
    expect(readMasterKey(from())).toHaveLength(32);
  });

  it.each(['abcde', 'x'.repeat(43).concat('!'), randomBytes(16).toString('base64url'), ''])(
    'stops the start with one line that does not repeat it when it is wrong: %j',
    (wrong) => {
      writeFileSync(join(folder, 'master.key'), wrong);
      const problem = problemOf(() => readMasterKey(from()));
      expect(problem).toMatch(/^.*master\.key is not a master key; allowed: 32 bytes in URL-safe base64$/);
      if (wrong !== '') expect(problem).not.toContain(wrong);
    },
  );

  it('stops the start when there is none', () => {
    expect(problemOf(() => readMasterKey(from()))).toContain('cannot be read');
  });
});

function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof StartProblem) return error.message;
    throw error;
  }
  throw new Error('did not stop');
}
