import { setTimeout as pause } from 'node:timers/promises';
import { StartProblem } from '@palimpsest/runtime';

const everyMs = 50;

/** Resolves once `GET url` answers 200. Throws a StartProblem with the last answer after `limitMs`. */
export async function waitReady(name: string, url: string, limitMs: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + limitMs;
  let last = 'no answer';
  while (performance.now() < until) {
    signal.throwIfAborted();
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]) });
      const body = await response.text();
      if (response.ok) return;
      last = body.slice(0, 200);
    } catch {
      last = 'no answer';
    }
    await pause(everyMs);
  }
  throw new StartProblem(`${name} was not ready after ${limitMs / 1000} s: ${last}`);
}
