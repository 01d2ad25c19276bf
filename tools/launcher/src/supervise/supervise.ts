import { setTimeout as pause } from 'node:timers/promises';
import { restartPauses, StartProblem } from '@palimpsest/runtime';
import { type Command, type Ending, type Run, run } from './run.ts';

export type Supervised = {
  readonly name: string;
  /** The process of now; another one after a restart. */
  pid(): number;
  /** Ends it for good; SIGKILL after `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
};

const undoneWithinMs = 5000;

const described = ({ status, signal }: Ending): string => (signal === null ? `with status ${status}` : `by ${signal}`);

/**
 * Starts a process, waits until `ready` resolves, and from then on keeps it running: one that dies is started again after a pause that
 * grows while it keeps dying, and each death is said. Throws a StartProblem where it ends before it was ready.
 */
export async function supervise(
  command: Command,
  ready: (signal: AbortSignal) => Promise<void>,
  print: (line: string) => void,
): Promise<Supervised> {
  const stopping = new AbortController();
  let current: Run = await run(command, print);

  const givenUp = new AbortController();
  const ended = current.ended.then((ending) => {
    givenUp.abort();
    throw new StartProblem(`${command.name} ended ${described(ending)} before it was ready`);
  });
  try {
    await Promise.race([ready(givenUp.signal), ended]);
  } catch (error) {
    await current.stop(undoneWithinMs);
    throw error;
  }

  const keepRunning = async (): Promise<void> => {
    const pauseAfter = restartPauses();
    for (;;) {
      const startedAt = performance.now();
      const ending = await current.ended;
      if (stopping.signal.aborted) return;
      const pauseMs = pauseAfter(performance.now() - startedAt);
      print(`${command.name} (pid ${current.pid}) died ${described(ending)}; starting it again in ${pauseMs} ms`);
      await pause(pauseMs, undefined, { signal: stopping.signal });
      current = await run(command, print);
      print(`${command.name} runs again (pid ${current.pid})`);
    }
  };
  const kept = keepRunning().catch((error: unknown) => {
    if (!stopping.signal.aborted) print(`${command.name} cannot be started again: ${String(error)}`);
  });

  return {
    name: command.name,
    pid: () => current.pid,
    async stop(patienceMs) {
      stopping.abort();
      await current.stop(patienceMs);
      await kept;
    },
  };
}
