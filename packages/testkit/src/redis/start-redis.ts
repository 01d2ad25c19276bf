import { startRedisProcess } from './redis-process.ts';
import type { RedisServer } from './redis-server.ts';

const DEFAULT_IMAGE = 'redis:7-alpine';

/**
 * A Redis for a test run: the one that `TEST_REDIS_URL` names, else a container of `TEST_REDIS_IMAGE` (default
 * `redis:7-alpine`, if the engine has it), else a local `redis-server` process.
 *
 * @throws where none of the three is to be had.
 */
export async function startRedis(args: readonly string[] = []): Promise<RedisServer> {
  const url = process.env.TEST_REDIS_URL;
  return url === undefined || url === '' ? startOwnRedis(args) : givenRedis(url);
}

/** A Redis that belongs to the caller alone, for tests that freeze, stop or read through the whole of it. */
export async function startOwnRedis(args: readonly string[] = []): Promise<RedisServer> {
  const image = process.env.TEST_REDIS_IMAGE ?? DEFAULT_IMAGE;
  // Loaded where it is needed: the container library is large, and most users of this package want no Redis.
  const { startRedisContainer } = await import('./redis-container.ts');
  return (await startRedisContainer(image, args)) ?? startRedisProcess(args);
}

function givenRedis(url: string): RedisServer {
  const refuse = () => Promise.reject(new Error('a Redis given by TEST_REDIS_URL is not ours to freeze'));
  return { how: 'given', url, pause: refuse, resume: refuse, stop: () => Promise.resolve() };
}
