import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Its own handler has to come first: what still writes into the folder is killed before the folder is taken away.
import './contestants/child.ts';

/** A temporary folder for what a run leaves on the way; gone when this process ends, also by a signal. */
export function workFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `palimpsest-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
