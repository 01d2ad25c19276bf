import type { RedisClient } from './redis-client.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

/** What a request waits for Redis each time, a command's waiting for its turn included. Milliseconds. */
const patienceMs = 800;

/**
 * Within this a command must be carried out where its being late would be worse than its not being carried out: the rest of the patience
 * is for the reply's way back. Milliseconds.
 */
export const freshMs = 600;

/** After this the client gives up a command that was sent, unless it is watched. Longer, so that `withinPatience` is the one to decide. Milliseconds. */
export const commandTimeoutMs = 2 * patienceMs;

/** What ioredis says when it gives up a command; `isStoreUnavailable` knows it. */
export const timedOut = (): Error => new Error('Command timed out');

const impatient = new WeakSet<RedisClient>();

/** Holds the Lua functions and reads of this client to `patienceMs`. */
export const limitPatience = (client: RedisClient): void => void impatient.add(client);

/** Whether `withinPatience` watches what this client is asked. */
export const isWatched = (client: RedisClient): boolean => impatient.has(client);

/**
 * The reply, or the client's own time-out after `patienceMs`. The client would take its own lateness for Redis's, and with the command's
 * waiting for a connection there would be no end to it.
 */
export const withinPatience = <Reply>(client: RedisClient, reply: Promise<Reply>): Promise<Reply> =>
  isWatched(client) ? orTimeOut(reply, patienceMs) : reply;

/** What is left to somebody who has waited for Redis in vain: long enough for one that is there again. Milliseconds. */
const lastMomentMs = 150;

/** Several waits for Redis, one after the other, of which one may be in vain: who has waited for that has no second to lose. */
export class Patience {
  #wasInVain = false;

  /**
   * What this comes to, or the client's time-out; the work goes on all the same.
   * @param waits so many replies are waited for in it, one after the other.
   */
  within<Result>(work: Promise<Result>, waits = 1): Promise<Result> {
    return orTimeOut(work, this.#wasInVain ? lastMomentMs : waits * patienceMs).catch((error: unknown) => {
      this.#wasInVain ||= isStoreUnavailable(error);
      throw error;
    });
  }
}

/** What has arrived by then is read first: a busy process must not take its own lateness for Redis's. */
function orTimeOut<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(reject, timedOut()), ms);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
