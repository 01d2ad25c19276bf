import { type Repeated, repeat } from '@palimpsest/runtime';

/** As `repeat`, from when control is prepared on; where it is stopped before, nothing is done. */
export function repeatOncePrepared(
  prepared: Promise<void>,
  pauseMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Repeated {
  let stopped = false;
  const run = async (): Promise<void> => {
    await prepared;
    if (!stopped) await work();
  };
  const repeated = repeat(pauseMs, run, onError);
  return {
    stop() {
      stopped = true;
      return repeated.stop();
    },
  };
}
