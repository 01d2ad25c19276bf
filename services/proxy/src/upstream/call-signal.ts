import { setTimeout as delay } from 'node:timers/promises';
import { Stopped } from './watchdog.ts';

/** What ends all attempts of one call. */
export type CallSignal = {
  readonly signal: AbortSignal;
  readonly callerLeft: boolean;
  readonly timedOut: boolean;
  /** Milliseconds; ends early with the call. */
  sleep(ms: number): Promise<void>;
  end(): void;
};

/** Ends when the caller leaves or `timeoutMs` have passed. */
export function createCallSignal(caller: AbortSignal, timeoutMs: number): CallSignal {
  const ending = new AbortController();
  const left = (): void => ending.abort(new Stopped('CLIENT_GONE'));
  const timer = setTimeout(() => ending.abort(new Stopped('DEADLINE')), Math.max(0, timeoutMs));
  if (caller.aborted) left();
  else caller.addEventListener('abort', left, { once: true });
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
    sleep: (ms) => delay(ms, undefined, { signal: ending.signal }).catch(() => undefined),
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', left);
    },
  };
}
