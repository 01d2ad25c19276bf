import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Remembers a process by number and time of start, so that a number given anew to a stranger is not taken for it. */
export function writePidFile(file: string, pid: number): void {
  writeFileSync(file, `${pid}\n${startOf(pid) ?? ''}\n`, { mode: 0o600 });
}

export const removePidFile = (file: string): void => rmSync(file, { force: true });

/** The process that the file remembers, if it still runs. */
export function livingPid(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const [number = '', start = ''] = text.split('\n');
  const pid = Number(number);
  return Number.isInteger(pid) && pid > 0 && start !== '' && startOf(pid) === start ? pid : undefined;
}

/** When it started, in whatever unit the system counts; undefined where it does not run. */
const startOf = (pid: number): string | undefined => (process.platform === 'linux' ? fromProc(pid) : fromPs(pid));

function fromProc(pid: number): string | undefined {
  try {
    // proc(5): the name in parentheses may hold anything; behind it the 1st field is the state, the 20th the start in ticks since boot.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [state] = fields;
    // A zombie has ended and only waits for its parent to notice.
    return state === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
