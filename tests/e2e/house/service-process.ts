import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type ServiceName = 'control' | 'metering' | 'proxy';

/** One service as a real process, started from its sources. */
export type ServiceProcess = {
  readonly name: ServiceName;
  /** Everything that it has written so far, both streams. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code once it has ended; `null` after a signal that it did not catch. */
  readonly ended: Promise<number | null>;
};

const root = join(import.meta.dirname, '../../..');
/** Compiled sources, kept between runs: a service starts in a third of the time. */
const compiled = join(root, '.cache/compiled');
const READY_TIMEOUT_MS = 60_000;

// A test run that is broken off leaves no service behind.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Resolves once the service's `/readyz` answers 200.
 *
 * @throws with all that it wrote where it ends before that, or is not ready within a minute.
 */
export async function untilReady(service: ServiceProcess, opsPort: number): Promise<void> {
  let ended = false;
  void service.ended.then(() => {
    ended = true;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(opsPort))) {
    if (ended) throw new Error(`${service.name} ended at its start:\n${service.output()}`);
    if (Date.now() > deadline) {
      throw new Error(`${service.name} was not ready within ${READY_TIMEOUT_MS / 1000} s:\n${service.output()}`);
    }
    await wait(50);
  }
}

/** Starts a service; it is not ready yet. */
export function spawnService(name: ServiceName, environment: Readonly<Record<string, string>>): ServiceProcess {
  // Only what a service needs of ours: a provider key in the developer's own environment must not be imported.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(root, 'services', name, 'src/main.ts')], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE: compiled, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => written.push(data.toString()));
  running.add(child);
  child.once('exit', () => running.delete(child));
  return {
    name,
    output: () => written.join(''),
    signal: (signal) => void child.kill(signal),
    ended: exitCode(child),
  };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code]: (number | null)[] = await once(child, 'exit');
  return code ?? null;
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
