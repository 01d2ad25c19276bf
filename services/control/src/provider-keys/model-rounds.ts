import type { Logger } from '@palimpsest/runtime';
import type { ModelLists } from './model-lists.ts';

const roundMs = 60 * 60 * 1000;

/** Looks every hour, and first when control is prepared, for lists of models that are older than a day. */
export function startModelRounds(
  lists: Pick<ModelLists, 'readStale' | 'stop'>,
  prepared: Promise<void>,
  logger: Pick<Logger, 'info'>,
): { stop(): Promise<void> } {
  const round = (): void => {
    lists.readStale().catch((err: unknown) => logger.info({ err }, 'the lists of models were not all read'));
  };
  void prepared.then(round);
  const timer = setInterval(round, roundMs);
  return {
    async stop() {
      clearInterval(timer);
      await lists.stop();
    },
  };
}
