import type { Service } from '@palimpsest/runtime';
import type { Command } from './supervise/run.ts';
import { type Supervised, supervise } from './supervise/supervise.ts';
import { waitReady } from './supervise/wait-ready.ts';

export type ServiceStart = { readonly service: Service; readonly command: Command; readonly opsUrl: string };

const readyWithinMs = 60_000;
const undoneWithinMs = 5000;

/** Starts all of them at once and resolves when each is ready. Where one fails, none is left running and its problem is thrown. */
export async function startServices(
  starts: readonly ServiceStart[],
  signal: AbortSignal | undefined,
  print: (line: string) => void,
): Promise<ReadonlyMap<Service, Supervised>> {
  const failed = new AbortController();
  const until = AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]);
  const running = new Map<Service, Supervised>();
  const results = await Promise.allSettled(
    starts.map(async ({ service, command, opsUrl }) => {
      const ready = (gone: AbortSignal): Promise<void> =>
        waitReady(service, `${opsUrl}/readyz`, readyWithinMs, AbortSignal.any([until, gone]));
      try {
        running.set(service, await supervise(command, ready, print));
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
