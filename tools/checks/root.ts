import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The top of the work tree, absolute. */
export const root = join(import.meta.dirname, '../..');

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Source files that people write, relative to the top: nothing generated, installed or built. */
export const writtenFiles = (extensions: string): readonly string[] =>
  globSync(`{packages,services,tools,tests,web,deploy,proto}/**/*.{${extensions}}`, {
    cwd: root,
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      '**/*_pb.ts',
      '**/*.gen.ts',
      '**/__fixtures__/**',
      '**/__snapshots__/**',
    ],
  }).toSorted();

/** Runs a tool of the work tree and gives all that it printed. */
export function run(file: string, ...args: string[]): { readonly ok: boolean; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: root, encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

/** The same. Throws with all that it printed where it fails. */
export function mustPass(file: string, ...args: string[]): void {
  const { ok, output } = run(file, ...args);
  if (!ok) throw new Error(`${[file, ...args].join(' ')}\n${output}`);
}
