import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './redis-client.ts';

/**
 * Lets what this client sends in one turn of the event loop go out as one write: the client itself writes every command by itself, and the
 * writes cost more than the commands. Its own pipelining would hold back what comes while a pipeline is under way, and on a cluster mixes
 * up redirections (ioredis 6.0.0).
 */
export function batchWrites(client: RedisClient): void {
  if (client instanceof Cluster) client.on('+node', batchConnections);
  else batchConnections(client);
}

function batchConnections(redis: Redis): void {
  redis.on('connect', () => {
    const { stream } = redis;
    const write = stream.write.bind(stream);
    let collects = false;
    const sendAll = (): void => {
      collects = false;
      stream.uncork();
    };
    stream.write = ((...written: Parameters<typeof write>) => {
      if (!collects) {
        collects = true;
        stream.cork();
        process.nextTick(sendAll);
      }
      return write(...written);
    }) as typeof stream.write;
  });
}
