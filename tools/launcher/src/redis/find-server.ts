import { spawnSync } from 'node:child_process';
import { StartProblem } from '@palimpsest/runtime';

const names = ['redis-server', 'valkey-server'] as const;
const howTo =
  'Redis is needed and was not found: install redis-server or valkey-server (7.0 or newer; Debian and Ubuntu: `sudo apt-get install redis-server`, ' +
  'macOS: `brew install redis`), or set PALIMPSEST_REDIS_URL to one that runs elsewhere';

const runs = (file: string, ...args: string[]): boolean => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

const found = (): string | undefined => names.find((name) => runs(name, '--version'));

/** The Redis server of this machine, installed where there is none and we may. Throws a StartProblem that says what to do. */
export function findRedisServer(say: (line: string) => void): string {
  const present = found();
  if (present !== undefined) return present;
  for (const [installer, ...args] of waysToInstall()) {
    if (installer === undefined) continue;
    say(`installing Redis: ${[installer, ...args].join(' ')}`);
    // The package would start a server of its own, which nobody asked for.
    spawnSync(installer, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  }
  const installed = found();
  if (installed === undefined) throw new StartProblem(howTo);
  return installed;
}

/** The commands that install Redis here without asking anybody; none where we may not. */
function waysToInstall(): string[][] {
  if (process.platform === 'darwin') return runs('brew', '--version') ? [['brew', 'install', 'redis']] : [];
  if (!runs('apt-get', '--version')) return [];
  const asRoot = process.getuid?.() === 0 ? [] : runs('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined;
  if (asRoot === undefined) return [];
  return [
    [...asRoot, 'apt-get', 'update', '-qq'],
    [...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
  ];
}
