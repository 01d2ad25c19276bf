import { setTimeout as delay } from 'node:timers/promises';
import type { Shutdown } from './shutdown.ts';
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

/** Ends when the caller leaves, `timeoutMs` have passed, or `shutdown` begins. */
export function createCallSignal(caller: AbortSignal, timeoutMs: number, shutdown: Shutdown): CallSignal {
  const ending = new AbortController();
  const left = (): void => ending.abort(new Stopped('CLIENT_GONE'));
  const timer = setTimeout(() => ending.abort(new Stopped('DEADLINE')), Math.max(0, timeoutMs));
  if (caller.aborted) left();
  else caller.addEventListener('abort', left, { once: true });
  const release = shutdown.onBegin(() => ending.abort(new Stopped('SHUTDOWN')));
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
      release();
    },
  };
}
