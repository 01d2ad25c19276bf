import { keyspace, type RedisKey } from './keyspace.ts';
import { withinPatience } from './patience.ts';
import type { RedisClient } from './redis-client.ts';

/** Field → sum, as decimal digits. */
export type Sums = ReadonlyMap<string, string>;

/** Reads what the books add up to. Days are UTC, in days since 1970. */
export class UsageSums {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** The days of a span, both ends included, for which a partition has sums; in order. */
  async days(partition: string, fromDay: number, toDay: number): Promise<number[]> {
    const days = this.#redis.zrange(keyspace.usageDays(partition), fromDay, String(toDay), 'BYSCORE');
    return (await withinPatience(this.#redis, days)).map(Number);
  }

  /** One day's sums by user, key, provider and model. */
  rollup(partition: string, day: number): Promise<Sums> {
    return this.#all(keyspace.usageRollup(partition, String(day)));
  }

  /** One day's sums by time of day. */
  pulse(partition: string, day: number): Promise<Sums> {
    return this.#all(keyspace.usagePulse(partition, String(day)));
  }

  /** Read in pieces, so that a large hash keeps nobody else waiting. A field may come twice: the map takes the later one. */
  async #all(key: RedisKey): Promise<Sums> {
    const sums = new Map<string, string>();
    let cursor = '0';
    do {
      const [next, flat] = await withinPatience(this.#redis, this.#redis.hscan(key, cursor, 'COUNT', 1000));
      for (let at = 0; at < flat.length; at += 2) sums.set(flat[at] ?? '', flat[at + 1] ?? '0');
      cursor = next;
    } while (cursor !== '0');
    return sums;
  }
}
