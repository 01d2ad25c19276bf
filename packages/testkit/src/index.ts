export { freePort } from './redis/free-port.ts';
export { randomId } from './redis/random-id.ts';
export { type RedisProcess, startRedisProcess } from './redis/redis-process.ts';
export type { RedisServer } from './redis/redis-server.ts';
export { startOwnRedis, startRedis } from './redis/start-redis.ts';
