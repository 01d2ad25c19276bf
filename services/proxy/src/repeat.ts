/** Runs `work` again and again, `pauseMs` after it ended, until stopped. What it throws is handed over and does not end the row. */
export function repeat(
  pauseMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    await work().catch(onError);
    if (!stopped) timer = setTimeout(() => void run(), pauseMs);
  };
  void run();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
