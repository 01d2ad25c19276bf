import type { Shutdown } from './shutdown.ts';
import { StopSignal } from './stop-signal.ts';
import { Stopped } from './watchdog.ts';

/** Timers of the same length share a list in Node.js: with a length of its own for each call it makes and drops one for each. Milliseconds. */
const grainMs = 50;

/** What ends all attempts of one call: its caller leaves, its time is over, or this proxy is stopped. */
export class CallSignal {
  readonly signal = new StopSignal();
  readonly #timer: NodeJS.Timeout;
  readonly #caller: StopSignal;
  readonly #shutdown: Shutdown;

  /** Ends when `caller` is stopped, `timeoutMs` have passed, or `shutdown` begins. */
  constructor(caller: StopSignal, timeoutMs: number, shutdown: Shutdown) {
    const { signal } = this;
    this.#timer = setTimeout(stopLate, Math.ceil(Math.max(0, timeoutMs) / grainMs) * grainMs, signal);
    this.#caller = caller;
    this.#shutdown = shutdown;
    caller.link(signal);
    shutdown.link(signal);
  }

  get callerLeft(): boolean {
    return this.signal.reason?.code === 'CLIENT_GONE';
  }

  get timedOut(): boolean {
    return this.signal.reason?.code === 'DEADLINE';
  }

  /** This proxy is stopped, and its requests have had all the time that they get. */
  get shutDown(): boolean {
    return this.signal.reason?.code === 'SHUTDOWN';
  }

  /** Resolves after so many milliseconds, or with the end of the call. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const awake = setTimeout(() => {
        stay();
        resolve();
      }, ms);
      const stay = this.signal.onStop(() => {
        clearTimeout(awake);
        resolve();
      });
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller.unlink(this.signal);
    this.#shutdown.unlink(this.signal);
  }
}

const stopLate = (signal: StopSignal): void => signal.stop(new Stopped('DEADLINE'));
