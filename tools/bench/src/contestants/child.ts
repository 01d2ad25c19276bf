import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export type ChildOptions = {
  /** Arguments of Node.js: every contestant runs on this process's own. */
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A list for `taskset`; undefined: anywhere. */
  readonly cores: string | undefined;
  /** A file that takes what it writes. */
  readonly output: string;
  /** 0 to 19: the greater, the sooner it waits for others. */
  readonly nice?: number;
};

export type Child = {
  readonly pid: number;
  readonly process: ChildProcess;
  /** SIGTERM, and SIGKILL where that does not end it within five seconds. */
  stop(): Promise<void>;
  /** Resolves once it takes connections. @throws with its last words where it ends before, or after a minute. */
  answering(url: string): Promise<void>;
};

const readyWithinMs = 60_000;
/** Who is asked more often has less time to get ready. */
const lookEveryMs = 20;
const undoneWithinMs = 5000;
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});
// A run that is broken off leaves nothing behind, either.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a program on Node.js, where it was told to run. It ends with us. */
export function startChild({ args, environment = {}, cwd, cores, output, nice = 0 }: ChildOptions): Child {
  const { PATH = '', HOME = '' } = process.env;
  const pinned = cores === undefined ? [] : ['taskset', '-c', cores];
  const polite = nice === 0 ? [] : ['nice', '-n', String(nice)];
  const [file = '', ...rest] = [...polite, ...pinned, process.execPath, ...args];
  const written = openSync(output, 'a');
  const child = spawn(file, rest, {
    cwd,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', written, written, 'ipc'],
  });
  closeSync(written);
  living.add(child);
  const ended = once(child, 'exit').then(() => living.delete(child));
  return {
    pid: child.pid ?? 0,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), undoneWithinMs);
      await ended;
      clearTimeout(timer);
    },
    async answering(url) {
      const deadline = performance.now() + readyWithinMs;
      while (!(await answers(url))) {
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`${args.join(' ')} does not answer:\n${readFileSync(output, 'utf8').slice(-2000)}`);
        await pause(lookEveryMs);
      }
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status !== 503;
    },
    () => false,
  );
