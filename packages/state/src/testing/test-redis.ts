import { afterAll, inject } from 'vitest';
import { connectRedis } from '../connect-redis.ts';
import type { RedisClient } from '../redis-client.ts';

/** A client of the run's Redis for one test file, closed when its tests are done. Its ids must be fresh: the server is shared. */
export function testRedis(): RedisClient {
  const redis = connectRedis({
    url: inject('redisUrl'),
    onError: (error) => {
      throw error;
    },
  });
  afterAll(() => redis.disconnect());
  return redis;
}
