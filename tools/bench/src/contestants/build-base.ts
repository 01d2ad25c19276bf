import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const services = ['control', 'metering', 'proxy'];

/**
 * The bundles of a commit, built in a work tree of their own with the dependencies that it names, and kept in `cache` by its id.
 *
 * @throws where git does not know the commit, or it cannot be built.
 */
export function buildBase(commit: string, root: string, cache: string, say: (line: string) => void): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const id = git('rev-parse', '--verify', `${commit}^{commit}`);
  const kept = join(cache, 'builds', id);
  if (services.every((service) => existsSync(join(kept, service, 'main.mjs')))) return kept;
  say(`building ${commit}`);
  const tree = mkdtempSync(join(tmpdir(), 'palimpsest-base-'));
  git('worktree', 'add', '--detach', tree, id);
  try {
    const run = (file: string, ...args: string[]): void =>
      void execFileSync(file, args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
    run('pnpm', 'install', '--frozen-lockfile', '--prefer-offline');
    run(process.execPath, 'tools/bundle.ts', ...services);
    mkdirSync(kept, { recursive: true });
    cpSync(join(tree, 'dist'), kept, { recursive: true });
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(tree, { recursive: true, force: true });
  }
  return kept;
}
