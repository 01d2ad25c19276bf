/** Where a stretch of time lies within the whole, both 0 to 1. */
export type Stretch = { readonly from: number; readonly length: number };

/**
 * Places attempts, which follow one another, within the time of the whole request, in ms. What the gateway itself needed is longest
 * after the last attempt's end, so each begins where the one before ended.
 */
export function waterfall(latenciesMs: readonly number[], wholeMs: number): Stretch[] {
  const sum = latenciesMs.reduce((before, latency) => before + latency, 0);
  const whole = Math.max(wholeMs, sum, 1);
  let at = 0;
  return latenciesMs.map((latency) => {
    const stretch = { from: at / whole, length: latency / whole };
    at += latency;
    return stretch;
  });
}
