import type { Stoppable, Stopped } from './watchdog.ts';

const nobody: readonly Stoppable[] = [];

/**
 * Stops a call or an attempt, once, for a reason. An `AbortSignal` does this too, but each costs as much as a good part of HTTP, and so does
 * each of its listeners.
 */
export class StopSignal implements Stoppable {
  #reason: Stopped | undefined;
  /** There are one or two of them, and room for more would be held by every call under way. */
  #linked: readonly Stoppable[] = nobody;

  get reason(): Stopped | undefined {
    return this.#reason;
  }

  get isStopped(): boolean {
    return this.#reason !== undefined;
  }

  stop(reason: Stopped): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const linked = this.#linked;
    this.#linked = nobody;
    for (const one of linked) one.stop(reason);
  }

  /** Stops `other` together with this, at once where it was stopped; until it is unlinked. */
  link(other: Stoppable): void {
    if (this.#reason === undefined) this.#linked = this.#linked.concat(other);
    else other.stop(this.#reason);
  }

  unlink(other: Stoppable): void {
    this.#linked = this.#linked.filter((one) => one !== other);
  }

  /** Calls `act` when it is stopped, at once where it was; until the function that this gives is called. */
  onStop(act: (reason: Stopped) => void): () => void {
    const listener = { stop: act };
    this.link(listener);
    return () => this.unlink(listener);
  }
}
