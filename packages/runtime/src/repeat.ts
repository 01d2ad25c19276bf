export type Repeated = {
  /** Begins no further run; resolves once the one under way has ended. */
  stop(): Promise<void>;
};

/** Runs `work` now, and again `pauseMs` after each end, until stopped. What it throws is handed over and ends that one run alone. */
export function repeat(pauseMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    await work().catch(onError);
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, pauseMs);
  };
  let running = run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
