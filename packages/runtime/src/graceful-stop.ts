const oneWishMs = 2000;

export type GracefulStopOptions = {
  /** Ends the work and closes everything; the process exits with 0 after it, with 1 where it rejects. */
  readonly stop: () => Promise<void>;
  /** What `stop` may take, in ms, after which the process exits with 1. Undefined: `stop` bounds itself. */
  readonly limitMs?: number;
  readonly say: (line: string, error?: unknown) => void;
  /** Ends the process; default `process.exit`. */
  readonly exit?: (status: number) => void;
};

/**
 * Stops on SIGTERM, SIGINT, or when the parent that holds our IPC channel is gone. Signals within two seconds of the first are the
 * same wish (a terminal and a supervisor often both send one); a later one exits at once. Gives the function that takes the handlers away.
 */
export function stopOnSignal({
  stop,
  limitMs,
  say,
  exit = (status) => process.exit(status),
}: GracefulStopOptions): () => void {
  let firstAt: number | undefined;
  const begin = (why: string): void => {
    const now = performance.now();
    if (firstAt !== undefined) {
      if (now - firstAt <= oneWishMs) return;
      say(`${why} again: leaving at once`);
      exit(1);
      return;
    }
    firstAt = now;
    say(`${why}: stopping`);
    void finish();
  };
  const finish = async (): Promise<void> => {
    const late = (): void => {
      say(`not stopped after ${limitMs} ms: leaving`);
      exit(1);
    };
    const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs);
    let status = 0;
    try {
      await stop();
      say('stopped');
    } catch (error) {
      say('stopping failed', error);
      status = 1;
    }
    clearTimeout(timer);
    exit(status);
  };
  const onTerm = (): void => begin('SIGTERM');
  const onInt = (): void => begin('SIGINT');
  const onOrphaned = (): void => begin('the launcher is gone');
  process.on('SIGTERM', onTerm).on('SIGINT', onInt).on('disconnect', onOrphaned);
  return () => {
    process.off('SIGTERM', onTerm).off('SIGINT', onInt).off('disconnect', onOrphaned);
  };
}
