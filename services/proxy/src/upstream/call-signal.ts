import { setTimeout as delay } from 'node:timers/promises';
import { Stopped } from './watchdog.ts';

/** What ends all attempts of one call. */
export type CallSignal = {
  readonly signal: AbortSignal;
  readonly callerLeft: boolean;
  readonly timedOut: boolean;
  /** This proxy is stopped, and its requests have had all the time that they get. */
  readonly shutDown: boolean;
  /** Milliseconds; ends early with the call. */
  sleep(ms: number): Promise<void>;
  end(): void;
};

/** Ends when the caller leaves, `timeoutMs` have passed, or `shutdown` aborts. */
export function createCallSignal(caller: AbortSignal, timeoutMs: number, shutdown: AbortSignal): CallSignal {
  const ending = new AbortController();
  const left = (): void => ending.abort(new Stopped('CLIENT_GONE'));
  const stopped = (): void => ending.abort(new Stopped('SHUTDOWN'));
  const timer = setTimeout(() => ending.abort(new Stopped('DEADLINE')), Math.max(0, timeoutMs));
  for (const [signal, end] of [
    [caller, left],
    [shutdown, stopped],
  ] as const)
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  const because = (code: Stopped['code']): boolean =>
    ending.signal.aborted && (ending.signal.reason as Stopped).code === code;
  return {
    signal: ending.signal,
    get callerLeft() {
      return because('CLIENT_GONE');
    },
    get timedOut() {
      return because('DEADLINE');
    },
    get shutDown() {
      return because('SHUTDOWN');
    },
    sleep: (ms) => delay(ms, undefined, { signal: ending.signal }).catch(() => undefined),
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', left);
      shutdown.removeEventListener('abort', stopped);
    },
  };
}
