import { Cluster } from 'ioredis';
import type { RedisKey } from './keyspace.ts';
import { withinPatience } from './patience.ts';
import type { RedisClient } from './redis-client.ts';

/** How long a replica is waited for, ms: many times what it takes where there is one in step. */
const longestMs = 250;
/** Where none answered in time, none is waited for again before this, ms. */
const pauseMs = 10_000;

/** Waits until what was written is safe from the death of the server that took it. */
export type Replication = {
  /**
   * Resolves once whatever this client has written to the server of `key` lies on a replica as well. Where no replica says so in time, it
   * resolves all the same, and at once for a while: a gateway that lost its replicas goes on.
   */
  reached(key: RedisKey): Promise<void>;
};

/** Only a cluster and what Sentinels watch over have replicas that take over by themselves; elsewhere nothing is waited for. */
export function replicationOf(redis: RedisClient): Replication {
  const takesOver = redis instanceof Cluster || (redis.options.sentinels ?? []).length > 0;
  if (!takesOver) return { reached: async () => undefined };
  const waits = new Map<string, { running: Promise<void>; next: Promise<void> | undefined }>();
  let notBeforeMs = 0;

  const wait = async (key: RedisKey): Promise<void> => {
    if (performance.now() < notBeforeMs) return;
    if ((await withinPatience(redis, replicas(redis, key))) === 0) notBeforeMs = performance.now() + pauseMs;
  };
  return {
    async reached(key) {
      const under = waits.get(key);
      if (under !== undefined) {
        // What is under way may have begun before this was written; one more serves all who come meanwhile.
        under.next ??= under.running.catch(() => undefined).then(() => this.reached(key));
        return under.next;
      }
      const running = wait(key).finally(() => waits.delete(key));
      waits.set(key, { running, next: undefined });
      return running;
    },
  };
}

/** How many replicas of the key's server have what this client wrote there. */
async function replicas(redis: RedisClient, key: RedisKey): Promise<number> {
  if (!(redis instanceof Cluster)) return redis.wait(1, longestMs);
  // WAIT has no key to find its server by, so it goes with a command that has one.
  const replies = await redis.pipeline().exists(key).wait(1, longestMs).exec();
  const [error, count] = replies?.[1] ?? [];
  if (error) throw error;
  return Number(count);
}
