import { spawnSync } from 'node:child_process';

/** A program of the system's packages: its name among Debian's and among Homebrew's. */
export type SystemPackage = { readonly title: string; readonly debian: string; readonly homebrew: string };

/** Whether a program is there and ends well with these arguments. */
export const runs = (file: string, ...args: string[]): boolean =>
  spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/** Installs a package where that works without asking anybody, and does nothing where it does not. */
export function installPackage(wanted: SystemPackage, say: (line: string) => void): void {
  for (const [installer, ...args] of waysToInstall(wanted)) {
    if (installer === undefined) continue;
    say(`installing ${wanted.title}: ${[installer, ...args].join(' ')}`);
    // The package would start a server of its own, which nobody asked for.
    spawnSync(installer, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  }
}

function waysToInstall({ debian, homebrew }: SystemPackage): string[][] {
  if (process.platform === 'darwin') return runs('brew', '--version') ? [['brew', 'install', homebrew]] : [];
  if (!runs('apt-get', '--version')) return [];
  const asRoot = process.getuid?.() === 0 ? [] : runs('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined;
  if (asRoot === undefined) return [];
  return [
    [...asRoot, 'apt-get', 'update', '-qq'],
    [...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', debian],
  ];
}
