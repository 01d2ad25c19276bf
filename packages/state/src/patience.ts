import type { RedisClient } from './redis-client.ts';

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
 * The reply, or the client's own time-out after `patienceMs`, at which what has arrived in the meantime is read first. The client would take
 * its own lateness for Redis's, and with the command's waiting for a connection there would be no end to it.
 */
export function withinPatience<Reply>(client: RedisClient, reply: Promise<Reply>): Promise<Reply> {
  if (!isWatched(client)) return reply;
  return new Promise((resolve, reject) => {
    // What has arrived in the meantime is read first: a busy process must not take its own lateness for Redis's.
    const timer = setTimeout(() => setImmediate(reject, timedOut()), patienceMs);
    reply.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
