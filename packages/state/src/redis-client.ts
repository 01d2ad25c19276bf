import type { Cluster, Redis } from 'ioredis';

/** Anything that can run a Lua function: one Redis, or a cluster of them. */
export type RedisClient = Redis | Cluster;
