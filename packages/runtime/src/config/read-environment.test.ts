import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from './read-environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the environment', () => {
  it('takes from the env file what is not set itself', () => {
    const file = join(folder, '.env');
    writeFileSync(file, 'A=file\nB="two words"\n# a comment\nexport C=3\n');
    expect(readEnvironment({ PALIMPSEST_ENV_FILE: file, A: 'own' })).toEqual({
      PALIMPSEST_ENV_FILE: file,
      A: 'own',
      B: 'two words',
      C: '3',
    });
  });

  it('needs no env file', () => {
    expect(readEnvironment({ PALIMPSEST_ENV_FILE: join(folder, 'none'), A: '1' })).toMatchObject({ A: '1' });
  });

  it('says so when the env file cannot be read', () => {
    const unreadable = join(folder, 'folder');
    mkdirSync(unreadable);
    expect(() => readEnvironment({ PALIMPSEST_ENV_FILE: unreadable })).toThrow(
      `PALIMPSEST_ENV_FILE: ${unreadable} cannot be read (EISDIR)`,
    );
  });

  it('counts an empty text as unset', () => {
    expect(readEnvironment({ PALIMPSEST_ENV_FILE: '', A: '' })).toEqual({});
  });
});
