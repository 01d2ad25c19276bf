import { installPackage, runs } from '@palimpsest/launcher';
import { StartProblem } from '@palimpsest/runtime';

// Debian puts it where only root looks.
const places = ['haproxy', '/usr/sbin/haproxy', '/usr/local/sbin/haproxy'] as const;
const howTo =
  'HAProxy is needed and was not found: install haproxy (Debian and Ubuntu: `sudo apt-get install haproxy`, macOS: `brew install haproxy`)';

const found = (): string | undefined => places.find((place) => runs(place, '-v'));

/** The HAProxy of this machine, installed where there is none and we may. Throws a StartProblem that says what to do. */
export function findHaproxy(say: (line: string) => void): string {
  const present = found();
  if (present !== undefined) return present;
  installPackage({ title: 'HAProxy', debian: 'haproxy', homebrew: 'haproxy' }, say);
  const installed = found();
  if (installed === undefined) throw new StartProblem(howTo);
  return installed;
}
