/** Redis's clock, as well as this proxy knows it: every reply that tells the time corrects it. Unix ms. */
export type RedisClock = { now(): number; observe(nowMs: number): void };

export function createRedisClock(local: () => number = Date.now): RedisClock {
  let offsetMs = 0;
  return {
    now: () => Math.round(local() + offsetMs),
    observe: (nowMs) => {
      offsetMs = nowMs - local();
    },
  };
}
