import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { StartProblem } from '@palimpsest/runtime';
import { removePidFile, writePidFile } from './pid-file.ts';

export type Command = {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly pidFile: string;
  /** A Node.js program that stops when its channel to us closes, so that it does not outlive a launcher that was killed. */
  readonly watchesParent: boolean;
};

export type Ending = { readonly status: number | null; readonly signal: NodeJS.Signals | null };

/** One run of a command: a process in a group of its own, hence out of reach of the terminal's Ctrl-C. */
export type Run = {
  readonly pid: number;
  readonly ended: Promise<Ending>;
  /** SIGTERM, then SIGKILL to the whole group after `patienceMs`. */
  stop(patienceMs: number): Promise<Ending>;
};

/** Starts it and hands on each line that it writes: JSON, which names its service, as it is; other text behind the name. */
export async function run(command: Command, print: (line: string) => void): Promise<Run> {
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.environment,
    detached: true,
    stdio: command.watchesParent ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) {
    const [error] = await once(child, 'error');
    throw new StartProblem(`${command.name}: ${command.file} cannot be started (${String(error)})`);
  }
  writePidFile(command.pidFile, pid);
  const ended = endingOf(child, command.pidFile);
  for (const stream of [child.stdout, child.stderr])
    eachLine(stream, (line) => print(line.startsWith('{') ? line : `${command.name}: ${line}`));
  return {
    pid,
    ended,
    async stop(patienceMs) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => killGroup(pid), patienceMs);
      const ending = await ended;
      clearTimeout(timer);
      return ending;
    },
  };
}

const endingOf = (child: ChildProcess, pidFile: string): Promise<Ending> =>
  new Promise((resolve) => {
    // After its last line, unlike `exit`.
    child.once('close', (status, signal) => {
      removePidFile(pidFile);
      resolve({ status, signal });
    });
  });

function eachLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', take);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}
