import { randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { MasterKeyBytes } from '../vault/master-key.ts';

/** `undefined`: done, and it will be there after a loss of power. Else why the file cannot be replaced, such as `EROFS`. */
export type Replaced = string | undefined;

/**
 * Puts other master keys into the place of a file in one step: whoever reads it finds the old or the new text, whole. Its owner stays; nobody
 * else may read it.
 */
export function replaceKeyFile(path: string, keys: MasterKeyBytes): Replaced {
  let draft: string | undefined;
  try {
    // The file itself, not a link to it.
    const file = realpathSync(path);
    const { uid, gid } = statSync(file);
    draft = `${file}.${randomUUID()}`;
    writeDurably(draft, keys.map((key) => `${Buffer.from(key).toString('base64url')}=\n`).join(''));
    if (uid !== process.getuid?.()) chownSync(draft, uid, gid);
    renameSync(draft, file);
    syncFolder(dirname(file));
    return undefined;
  } catch (error) {
    if (draft !== undefined) rmSync(draft, { force: true });
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The new name of the file, too. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
