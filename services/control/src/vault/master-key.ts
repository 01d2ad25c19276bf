import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Secret, StartProblem } from '@palimpsest/runtime';

export type MasterKeySource = {
  readonly PALIMPSEST_DATA_DIR: string;
  readonly PALIMPSEST_MASTER_KEY: Secret | undefined;
  readonly PALIMPSEST_MASTER_KEY_FILE: string | undefined;
};

/**
 * The 32 bytes of the master key, from the variable, the file it names, or `DATA_DIR/master.key`.
 * Throws a StartProblem of one line that says where it looked and never shows what it found.
 */
export function readMasterKey(source: MasterKeySource): Uint8Array {
  if (source.PALIMPSEST_MASTER_KEY !== undefined)
    return decode(source.PALIMPSEST_MASTER_KEY.reveal(), 'PALIMPSEST_MASTER_KEY');
  const file = source.PALIMPSEST_MASTER_KEY_FILE ?? join(source.PALIMPSEST_DATA_DIR, 'master.key');
  const name = source.PALIMPSEST_MASTER_KEY_FILE === undefined ? file : `PALIMPSEST_MASTER_KEY_FILE (${file})`;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new StartProblem(`${name} cannot be read; without the master key no stored secret can be opened`);
  }
  return decode(text.trim(), name);
}

/** The Fernet key format: URL-safe base64, with or without its padding. */
function decode(text: string, name: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url');
  if (!/^[A-Za-z0-9_-]{43}=?$/.test(text) || bytes.length !== 32)
    throw new StartProblem(`${name} is not a master key; allowed: 32 bytes in URL-safe base64`);
  return bytes;
}
