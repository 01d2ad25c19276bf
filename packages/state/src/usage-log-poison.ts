import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { poisonUsageEvent } from './scripts.gen.ts';

/** Entries of the usage stream that nobody could read. They are kept, as they came, until an operator acts. */
export class PoisonedEvents {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Sets an entry aside and acknowledges it for its group, as one. `false`: somebody did before. */
  async setAside(partition: string, group: string, id: string, reason: string): Promise<boolean> {
    const keys = { events: keyspace.usageEvents(partition), poison: keyspace.poisonEvents(partition) };
    const { moved } = await poisonUsageEvent(this.#redis, keys, { group, id, reason });
    return moved === 1;
  }

  async count(partition: string): Promise<number> {
    return this.#redis.xlen(keyspace.poisonEvents(partition));
  }
}
