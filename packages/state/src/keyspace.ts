import { alertKeys } from './keyspace-alerts.ts';
import { bookKeys } from './keyspace-books.ts';
import { callKeys } from './keyspace-calls.ts';

export { hashTag, type RedisKey } from './key-family.ts';

/**
 * Every family of Redis keys, and the only way to make one. What stands in braces is the hash tag: every Lua function touches keys of
 * one tag only, so that a cluster works by construction. docs/redis.md is generated from this table.
 */
export const keyspace = { ...callKeys, ...bookKeys, ...alertKeys };
