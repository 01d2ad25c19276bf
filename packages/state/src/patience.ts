import type { RedisClient } from './redis-client.ts';

/** What a command of a request may take, waiting for its turn included. Milliseconds. */
export const patienceMs = 800;

const impatient = new WeakSet<RedisClient>();

/** Holds every Lua function that this client calls to `patienceMs`. */
export const limitPatience = (client: RedisClient): void => void impatient.add(client);

/**
 * The reply, or the client's own time-out after `patienceMs`. The client measures a command from when it is sent, and one that pipelines
 * holds back what comes while a pipeline is under way: with Redis frozen, each would wait for the one before it and then as long again.
 */
export async function withinPatience<Reply>(client: RedisClient, reply: Promise<Reply>): Promise<Reply> {
  if (!impatient.has(client)) return reply;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Command timed out')), patienceMs);
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}
