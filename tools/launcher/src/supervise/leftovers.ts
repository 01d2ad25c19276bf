import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartProblem } from '@palimpsest/runtime';
import { livingPid, removePidFile } from './pid-file.ts';

/** Callers first, what they need last: the order in which everything stops. */
const inOrder = ['proxy', 'control', 'metering', 'redis'] as const;

/**
 * Ends what a launcher that was killed left running on this data folder, so that its ports and its append-only file are free.
 * `patienceMs` is what each may take before it is killed.
 */
export async function stopLeftovers(runDir: string, patienceMs: number, say: (line: string) => void): Promise<void> {
  for (const name of inOrder) {
    const file = join(runDir, `${name}.pid`);
    const pid = livingPid(file);
    if (pid !== undefined) {
      say(`stopping ${name} (pid ${pid}), left running by an earlier start`);
      process.kill(pid, 'SIGTERM');
      const until = performance.now() + patienceMs;
      while (livingPid(file) !== undefined && performance.now() < until) await pause(50);
      if (livingPid(file) !== undefined) process.kill(pid, 'SIGKILL');
      while (livingPid(file) !== undefined) await pause(50);
    }
    removePidFile(file);
  }
}

/** Throws a StartProblem where another launcher that still runs holds this data folder. */
export function refuseSecondLauncher(launcherPidFile: string): void {
  const pid = livingPid(launcherPidFile);
  if (pid !== undefined)
    throw new StartProblem(`already running on this data folder (pid ${pid}); stop it or set PALIMPSEST_DATA_DIR`);
}
