import type { Stopped } from './watchdog.ts';

/**
 * Stops a call or an attempt, once, for a reason. An `AbortSignal` does this too, but each costs as much as a good part of HTTP, and so does
 * each of its listeners.
 */
export class StopSignal {
  #reason: Stopped | undefined;
  #listeners: readonly ((reason: Stopped) => void)[] = [];

  get reason(): Stopped | undefined {
    return this.#reason;
  }

  get isStopped(): boolean {
    return this.#reason !== undefined;
  }

  stop(reason: Stopped): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const act of listeners) act(reason);
  }

  /** Calls `act` when it is stopped, at once where it was; until the function that this gives is called. */
  onStop(act: (reason: Stopped) => void): () => void {
    // There are one or two of them, and room for more would be held by every call under way.
    if (this.#reason === undefined) this.#listeners = this.#listeners.concat(act);
    else act(this.#reason);
    return () => {
      this.#listeners = this.#listeners.filter((listener) => listener !== act);
    };
  }
}
