import { setTimeout as wait } from 'node:timers/promises';

/** Runs a task now and again `everyMs` after each end, until `signal` aborts. An error is told and ends that one run. */
export async function repeat(
  everyMs: number,
  task: () => Promise<void>,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    await task().catch(onError);
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
