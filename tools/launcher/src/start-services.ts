import type { Command } from './supervise/run.ts';
import { type Supervised, supervise } from './supervise/supervise.ts';
import { waitReady } from './supervise/wait-ready.ts';

export type ServiceStart = { readonly command: Command; readonly opsUrl: string };

const readyWithinMs = 60_000;
const undoneWithinMs = 5000;

/**
 * Starts all of them at once and resolves, by their names, when each is ready. Where one fails, none is left running and its problem is
 * thrown.
 */
export async function startServices(
  starts: readonly ServiceStart[],
  signal: AbortSignal | undefined,
  print: (line: string) => void,
): Promise<ReadonlyMap<string, Supervised>> {
  const failed = new AbortController();
  const until = AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]);
  const running = new Map<string, Supervised>();
  const results = await Promise.allSettled(
    starts.map(async ({ command, opsUrl }) => {
      const ready = (gone: AbortSignal): Promise<void> =>
        waitReady(command.name, `${opsUrl}/readyz`, readyWithinMs, AbortSignal.any([until, gone]));
      try {
        running.set(command.name, await supervise(command, ready, print));
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }),
  );
  if (results.every(({ status }) => status === 'fulfilled')) return running;
  await Promise.all([...running.values()].map((service) => service.stop(undoneWithinMs)));
  throw until.reason;
}
