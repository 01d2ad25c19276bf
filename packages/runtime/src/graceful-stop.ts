import type { Logger } from './logger.ts';

const oneWishMs = 2000;

export type GracefulStopOptions = {
  readonly logger: Logger;
  /** Ends the work and closes everything; the process exits with 0 after it, with 1 where it rejects. */
  readonly stop: () => Promise<void>;
  /** What `stop` may take, in ms; after that the process exits with 1. */
  readonly limitMs: number;
  /** Ends the process; default `process.exit`. */
  readonly exit?: (status: number) => void;
};

/**
 * Stops on SIGTERM, SIGINT, or when the parent that holds our IPC channel is gone. Signals within two seconds of the first are the
 * same wish (a terminal and a supervisor often both send one); a later one exits at once. Gives the function that takes the handlers away.
 */
export function stopOnSignal({
  logger,
  stop,
  limitMs,
  exit = (status) => process.exit(status),
}: GracefulStopOptions): () => void {
  let firstAt: number | undefined;
  const begin = (why: string): void => {
    const now = performance.now();
    if (firstAt !== undefined) {
      if (now - firstAt > oneWishMs) {
        logger.warn({ why }, 'told to stop again: leaving at once');
        exit(1);
      }
      return;
    }
    firstAt = now;
    logger.info({ why }, 'stopping');
    const timer = setTimeout(() => {
      logger.error({ limit_ms: limitMs }, 'not stopped in time: leaving');
      exit(1);
    }, limitMs);
    stop().then(
      () => {
        clearTimeout(timer);
        logger.info('stopped');
        exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        exit(1);
      },
    );
  };
  const onTerm = (): void => begin('SIGTERM');
  const onInt = (): void => begin('SIGINT');
  const onOrphaned = (): void => begin('the launcher is gone');
  process.on('SIGTERM', onTerm).on('SIGINT', onInt);
  process.on('disconnect', onOrphaned);
  return () => {
    process.off('SIGTERM', onTerm).off('SIGINT', onInt);
    process.off('disconnect', onOrphaned);
  };
}
