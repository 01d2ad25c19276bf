import { StartProblem } from '@palimpsest/runtime';
import { installPackage, runs } from '../system/install-package.ts';

const names = ['redis-server', 'valkey-server'] as const;
const howTo =
  'Redis is needed and was not found: install redis-server or valkey-server (7.0 or newer; Debian and Ubuntu: `sudo apt-get install redis-server`, ' +
  'macOS: `brew install redis`), or set PALIMPSEST_REDIS_URL to one that runs elsewhere';

const found = (): string | undefined => names.find((name) => runs(name, '--version'));

/** The Redis server of this machine, installed where there is none and we may. Throws a StartProblem that says what to do. */
export function findRedisServer(say: (line: string) => void): string {
  const present = found();
  if (present !== undefined) return present;
  installPackage({ title: 'Redis', debian: 'redis-server', homebrew: 'redis' }, say);
  const installed = found();
  if (installed === undefined) throw new StartProblem(howTo);
  return installed;
}
