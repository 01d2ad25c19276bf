import type { Shutdown } from './shutdown.ts';
import { StopSignal } from './stop-signal.ts';
import { Stopped } from './watchdog.ts';

/** What ends all attempts of one call. */
export type CallSignal = {
  readonly signal: StopSignal;
  readonly callerLeft: boolean;
  readonly timedOut: boolean;
  /** This proxy is stopped, and its requests have had all the time that they get. */
  readonly shutDown: boolean;
  /** Milliseconds; ends early with the call. */
  sleep(ms: number): Promise<void>;
  end(): void;
};

/** Timers of the same length share a list in Node.js: with a length of its own for each call it makes and drops one for each. Milliseconds. */
const grainMs = 50;

/** Ends when the caller leaves, `timeoutMs` have passed, or `shutdown` begins. */
export function createCallSignal(caller: StopSignal, timeoutMs: number, shutdown: Shutdown): CallSignal {
  const signal = new StopSignal();
  const timer = setTimeout(
    () => signal.stop(new Stopped('DEADLINE')),
    Math.ceil(Math.max(0, timeoutMs) / grainMs) * grainMs,
  );
  const leave = caller.onStop((reason) => signal.stop(reason));
  const release = shutdown.onBegin(() => signal.stop(new Stopped('SHUTDOWN')));
  const because = (code: Stopped['code']): boolean => signal.reason?.code === code;
  return {
    signal,
    get callerLeft() {
      return because('CLIENT_GONE');
    },
    get timedOut() {
      return because('DEADLINE');
    },
    get shutDown() {
      return because('SHUTDOWN');
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        const awake = setTimeout(() => {
          stay();
          resolve();
        }, ms);
        const stay = signal.onStop(() => {
          clearTimeout(awake);
          resolve();
        });
      }),
    end() {
      clearTimeout(timer);
      leave();
      release();
    },
  };
}
