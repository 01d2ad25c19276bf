import { createHash } from 'node:crypto';
import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';

/** When each session last had an answer. Apart from the sessions themselves, whose contents only proxies read. */
export class SessionActivity {
  readonly #redis: RedisClient;
  readonly #partitions: readonly string[];

  constructor(redis: RedisClient, partitions: readonly string[]) {
    this.#redis = redis;
    this.#partitions = partitions;
  }

  /** Notes an answer; repeating it, or noting an older one, changes nothing. */
  async touch(user: string, session: string, atMs: number): Promise<void> {
    const digest = createHash('sha256').update(`${user} ${session}`).digest();
    const partition = this.#partitions[digest.readUInt32BE() % this.#partitions.length] ?? '';
    await this.#redis.zadd(keyspace.activeSessions(partition), 'GT', atMs, digest.toString('base64url', 0, 16));
  }

  /** Sessions that had an answer at or after a time (Unix ms). */
  async count(sinceMs: number): Promise<number> {
    const counts = await Promise.all(
      this.#partitions.map((partition) => this.#redis.zcount(keyspace.activeSessions(partition), sinceMs, '+inf')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Forgets sessions whose last answer was before a time (Unix ms). */
  async forget(beforeMs: number): Promise<void> {
    await Promise.all(
      this.#partitions.map((partition) =>
        this.#redis.zremrangebyscore(keyspace.activeSessions(partition), '-inf', `(${beforeMs}`),
      ),
    );
  }
}
