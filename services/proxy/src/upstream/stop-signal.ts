import { EventEmitter } from 'node:events';
import type { Stopped } from './watchdog.ts';

/**
 * Stops a call or an attempt, once, for a reason. An `AbortSignal` does this too, but each costs as much as a good part of HTTP, and so does
 * each of its listeners. Undici takes an emitter of `abort` with a `reason` in its place (undici.nodejs.org, `Dispatcher.request`).
 */
export class StopSignal extends EventEmitter<{ abort: [] }> {
  #reason: Stopped | undefined;

  get reason(): Stopped | undefined {
    return this.#reason;
  }

  get isStopped(): boolean {
    return this.#reason !== undefined;
  }

  stop(reason: Stopped): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.emit('abort');
  }

  /** Calls `act` when it is stopped, at once where it was; until the function that this gives is called. */
  onStop(act: (reason: Stopped) => void): () => void {
    if (this.#reason !== undefined) {
      act(this.#reason);
      return () => undefined;
    }
    const listener = (): void => {
      if (this.#reason !== undefined) act(this.#reason);
    };
    this.once('abort', listener);
    return () => void this.removeListener('abort', listener);
  }
}
