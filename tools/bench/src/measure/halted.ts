import { setTimeout as pause } from 'node:timers/promises';

/** Runs something while a process stands still, so that what it does at Redis is not taken for another's. */
export async function whileHalted<Result>(pid: number, run: () => Promise<Result>): Promise<Result> {
  process.kill(pid, 'SIGSTOP');
  try {
    // What it had begun at Redis is over by then.
    await pause(100);
    return await run();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
