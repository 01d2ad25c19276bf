import type { Logger, Repeated } from '@palimpsest/runtime';
import { repeatOncePrepared } from '../repeat-once-prepared.ts';
import type { ModelLists } from './model-lists.ts';

const pauseMs = 60 * 60 * 1000;

/** Looks every hour, and first when control is prepared, for lists of models that are older than a day. */
export function startModelRounds(
  lists: Pick<ModelLists, 'readStale' | 'stop'>,
  prepared: Promise<void>,
  logger: Pick<Logger, 'info'>,
): Repeated {
  const rounds = repeatOncePrepared(
    prepared,
    pauseMs,
    () => lists.readStale(),
    (err) => logger.info({ err }, 'the lists of models were not all read'),
  );
  return {
    async stop() {
      await Promise.all([rounds.stop(), lists.stop()]);
    },
  };
}
