import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { poisonUsageEvent, replayPoison } from './scripts.gen.ts';
import { pairs } from './usage-entry.ts';

/** An entry that was set aside: where it stood in the usage stream, why it could not be read, and of which request it says to be. */
export type PoisonedEntry = {
  readonly id: string;
  readonly stood: string;
  readonly reason: string;
  readonly request: string;
};

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

  /** What was set aside, oldest first, at most `most`. */
  async list(partition: string, most: number): Promise<PoisonedEntry[]> {
    const entries = await this.#redis.xrangeBuffer(keyspace.poisonEvents(partition), '-', '+', 'COUNT', most);
    return entries.map(([id, fields]) => {
      const found = pairs(fields);
      const text = (name: string): string => String(found.get(name) ?? '');
      return { id: String(id), stood: text('stood'), reason: text('reason'), request: text('request') };
    });
  }

  /** Puts an entry back into the stream, where it is read again like any other. `false`: somebody did before. */
  async replay(partition: string, id: string): Promise<boolean> {
    const keys = { events: keyspace.usageEvents(partition), poison: keyspace.poisonEvents(partition) };
    return (await replayPoison(this.#redis, keys, { id })).moved === 1;
  }

  async count(partition: string): Promise<number> {
    return this.#redis.xlen(keyspace.poisonEvents(partition));
  }
}
