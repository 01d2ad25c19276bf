import { useSyncExternalStore } from 'react';

const SECOND = 1_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * What `read` makes of the current time (Unix ms), looked at every second; a component is rendered anew only where that has changed.
 * All who look share one clock, which stands still while nobody does.
 */
export const useNow = <Reading extends string | undefined>(read: (nowMs: number) => Reading): Reading =>
  useSyncExternalStore(follow, () => read(now));

function follow(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, SECOND);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
