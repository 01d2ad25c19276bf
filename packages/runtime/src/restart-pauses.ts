const shortestPauseMs = 200;
const longestPauseMs = 10_000;
/** The death of a process that has run for so long counts as its first. */
const steadyMs = 30_000;

/**
 * How long to wait before a process that died is started again, in ms: more while it keeps dying. One of these is kept for each process, and
 * told of each death after how long a run, in ms, it came.
 */
export function restartPauses(): (ranMs: number) => number {
  let deaths = 0;
  return (ranMs) => {
    deaths = ranMs > steadyMs ? 1 : deaths + 1;
    return Math.min(shortestPauseMs * 2 ** (deaths - 1), longestPauseMs);
  };
}
