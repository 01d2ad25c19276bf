/** What is known of a stop: the model it is of (`undefined`: of the whole vendor), and until when it holds (Unix ms). */
type Stop = { readonly model: string | undefined; readonly untilMs: number };

/** Until when (Unix ms) these stops of a vendor keep attempts at a model from it; `undefined` when none does. */
export function stoppedUntil(stops: readonly Stop[], model: string, nowMs: number): number | undefined {
  let untilMs = 0;
  for (const stop of stops)
    if (stop.model === undefined || stop.model === model) untilMs = Math.max(untilMs, stop.untilMs);
  return untilMs > nowMs ? untilMs : undefined;
}
