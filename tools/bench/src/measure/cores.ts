import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Who may run where, as lists for `taskset`; nothing is pinned where that is missing or there is one core. */
export type Cores = { readonly measured: string | undefined; readonly others: string | undefined };

/** One core for whoever is measured, the rest for everybody else. */
export function shareCores(): Cores {
  const allowed = /^Cpus_allowed_list:\s*(\S+)/m.exec(readIfThere('/proc/self/status'))?.[1] ?? '';
  const [first, ...rest] = allowed.split(',').flatMap(range);
  if (first === undefined || rest.length === 0 || spawnSync('taskset', ['--version']).status !== 0)
    return { measured: undefined, others: undefined };
  return { measured: String(first), others: rest.join(',') };
}

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function range(text: string): number[] {
  const [from, to = from] = text.split('-').map(Number);
  if (from === undefined || to === undefined || Number.isNaN(from)) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
