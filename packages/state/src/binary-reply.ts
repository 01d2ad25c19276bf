import { Command } from 'ioredis';
import type { RedisClient } from './redis-client.ts';

/**
 * Runs one command and gives its texts as bytes. ioredis has `callBuffer` for this, which loses the command's name where commands
 * are pipelined automatically (6.0.0).
 */
export async function binaryReply(
  redis: RedisClient,
  command: string,
  args: readonly (string | Buffer | number)[],
): Promise<unknown> {
  return redis.sendCommand(new Command(command, [...args], { replyEncoding: null }));
}
