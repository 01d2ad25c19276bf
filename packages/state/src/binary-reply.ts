import type { RedisClient } from './redis-client.ts';

/** Runs one command and gives its texts as bytes. */
export const binaryReply = (
  redis: RedisClient,
  command: string,
  args: readonly (string | Buffer | number)[],
): Promise<unknown> => redis.callBuffer(command, ...args);
