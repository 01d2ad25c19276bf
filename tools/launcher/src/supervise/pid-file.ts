import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Remembers a process by number and command line, so that a number given anew to a stranger is not taken for it. */
export function writePidFile(file: string, pid: number): void {
  writeFileSync(file, `${pid}\n${commandLineOf(pid) ?? ''}\n`, { mode: 0o600 });
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
  const [number = '', commandLine = ''] = text.split('\n');
  const pid = Number(number);
  return Number.isInteger(pid) && pid > 0 && commandLine !== '' && commandLineOf(pid) === commandLine ? pid : undefined;
}

/** One line; undefined where the process does not run, or has ended and only waits for its parent to notice. */
function commandLineOf(pid: number): string | undefined {
  const line = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return line === '' ? undefined : line?.replaceAll('\n', ' ');
}

function fromProc(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
