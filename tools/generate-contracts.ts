/** Turns proto/ into the messages and service descriptors of packages/contracts/src/gen, by buf and protoc-gen-es. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const output = 'packages/contracts/src/gen';

let generated: ReadonlyMap<string, string> | undefined;

/** For each file of proto/ the path of what is generated from it, and the text. */
export const contractFiles: readonly [path: string, generate: () => string][] = globSync('palimpsest/**/*.proto', {
  cwd: join(root, 'proto'),
})
  .toSorted()
  .map((file) => {
    const path = `${output}/${file.replace(/\.proto$/, '_pb.ts')}`;
    return [path, () => textOf(path)];
  });

function textOf(path: string): string {
  generated ??= generateAll();
  const text = generated.get(path);
  if (text === undefined) throw new Error(`${path} was not generated`);
  return text;
}

/** buf writes into a folder of its own, so that a check leaves the work tree alone. */
function generateAll(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-contracts-'));
  const bin = join(root, 'packages/contracts/node_modules/.bin');
  try {
    execFileSync(join(bin, 'buf'), ['generate', '--output', join(folder, 'proto')], {
      cwd: join(root, 'proto'),
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    });
    return new Map(contractFiles.map(([path]) => [path, readFileSync(join(folder, path), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
