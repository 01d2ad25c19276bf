import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Secret, StartProblem } from '@palimpsest/runtime';

export type MasterKeySource = {
  readonly PALIMPSEST_DATA_DIR: string;
  readonly PALIMPSEST_MASTER_KEY: Secret | undefined;
  readonly PALIMPSEST_MASTER_KEY_FILE: string | undefined;
};

/** 32 bytes each. The first one seals; the others open what was sealed under them. */
export type MasterKeyBytes = readonly [Uint8Array, ...Uint8Array[]];

/** The file that holds the master key; `undefined` where the variable itself does. */
export const masterKeyFile = (source: MasterKeySource): string | undefined =>
  source.PALIMPSEST_MASTER_KEY === undefined
    ? (source.PALIMPSEST_MASTER_KEY_FILE ?? join(source.PALIMPSEST_DATA_DIR, 'master.key'))
    : undefined;

/**
 * The master key, from the variable, the file it names, or `DATA_DIR/master.key`; more than one while a rotation is under way.
 * Throws a StartProblem of one line that says where it looked and never shows what it found.
 */
export function readMasterKeys(source: MasterKeySource): MasterKeyBytes {
  const file = masterKeyFile(source);
  if (file === undefined) return decode(source.PALIMPSEST_MASTER_KEY?.reveal() ?? '', 'PALIMPSEST_MASTER_KEY');
  const name = source.PALIMPSEST_MASTER_KEY_FILE === undefined ? file : `PALIMPSEST_MASTER_KEY_FILE (${file})`;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new StartProblem(`${name} cannot be read; without the master key no stored secret can be opened`);
  }
  return decode(text, name);
}

/** The Fernet key format, URL-safe base64 with or without its padding: one in a line, or separated by commas. */
function decode(text: string, name: string): MasterKeyBytes {
  const [first, ...others] = text
    .trim()
    .split(/[,\s]+/)
    .map((word) => {
      const bytes = Buffer.from(word, 'base64url');
      if (!/^[A-Za-z0-9_-]{43}=?$/.test(word) || bytes.length !== 32)
        throw new StartProblem(`${name} is not a master key; allowed: 32 bytes in URL-safe base64`);
      return bytes;
    });
  if (first === undefined) throw new Error('a text splits into one word at least');
  return [first, ...others];
}
