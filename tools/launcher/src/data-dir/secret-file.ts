import { randomUUID } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read, in one step: a reader finds the whole text or no file. */
export function writeSecretFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  renameSync(draft, file);
}

/** The text of a secret file without its line end, undefined where there is none. A file that others may read is closed to them. */
export function readSecretFile(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trimEnd();
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
