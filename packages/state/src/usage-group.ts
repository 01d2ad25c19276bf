import { keyspace } from './keyspace.ts';
import type { RedisClient } from './redis-client.ts';
import { forgetConsumers, trimUsage } from './scripts.gen.ts';
import { entriesFrom, pairs, type RawEntry, type UsageEntry } from './usage-entry.ts';

/** Who reads: a consumer of a group, in one partition of the stream. */
export type Reader = { readonly partition: string; readonly group: string; readonly consumer: string };

/** How far a group is behind. `waiting`: entries not yet delivered; `pending`: delivered, not acknowledged. */
export type UsageLag = { readonly waiting: number; readonly pending: number };

/** The reading side of the usage stream: consumer groups, each of which gets every event at least once. */
export class UsageGroup {
  readonly #redis: RedisClient;
  readonly #blocking: RedisClient;

  /** @param blocking a connection of its own for each reader (`use: 'blocking'`): while it waits it can do nothing else. */
  constructor(redis: RedisClient, blocking: RedisClient) {
    this.#redis = redis;
    this.#blocking = blocking;
  }

  /** Makes the group where it is missing, from the first entry that is still there. */
  async ensureGroup(partition: string, group: string): Promise<void> {
    await this.#redis
      .xgroup('CREATE', keyspace.usageEvents(partition), group, '0', 'MKSTREAM')
      .catch((error: unknown) => {
        if (!String(error).includes('BUSYGROUP')) throw error;
      });
  }

  /** New entries, at most `count`; waits up to `blockMs` for the first. Throws NOGROUP where the stream was lost: `ensureGroup`. */
  async readGroup(
    { partition, group, consumer }: Reader,
    { count, blockMs }: { count: number; blockMs: number },
  ): Promise<UsageEntry[]> {
    const stream = keyspace.usageEvents(partition);
    const reply = await this.#blocking.xreadgroupBuffer(
      'GROUP',
      group,
      consumer,
      'COUNT',
      count,
      'BLOCK',
      blockMs,
      'STREAMS',
      stream,
      '>',
    );
    return entriesFrom(reply?.[0]?.[1] ?? []);
  }

  /** Takes over entries that another consumer got and did not acknowledge for `idleMs`. */
  async claimStale(
    { partition, group, consumer }: Reader,
    { idleMs, count }: { idleMs: number; count: number },
  ): Promise<UsageEntry[]> {
    const stream = keyspace.usageEvents(partition);
    const reply = await this.#redis.callBuffer('xautoclaim', stream, group, consumer, idleMs, '0', 'COUNT', count);
    const [, entries] = reply as [cursor: Buffer, entries: RawEntry[]];
    return entriesFrom(entries);
  }

  async ack(partition: string, group: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#redis.xack(keyspace.usageEvents(partition), group, ...ids);
  }

  /**
   * Forgets the consumers that read nothing for `idleMs` and hold nothing unacknowledged; or one of them alone. Gives how many. Every start
   * brings a new one, and Redis keeps them for ever.
   */
  async forgetConsumers(
    { partition, group, consumer }: Omit<Reader, 'consumer'> & Partial<Pick<Reader, 'consumer'>>,
    idleMs: number,
  ): Promise<number> {
    const keys = { events: keyspace.usageEvents(partition) };
    const { forgotten } = await forgetConsumers(this.#redis, keys, { group, consumer: consumer ?? '', idleMs });
    return forgotten;
  }

  /** Drops the entries that every group has acknowledged, save the last. Gives how many. */
  async trimBehind(partition: string): Promise<number> {
    const { dropped } = await trimUsage(this.#redis, { events: keyspace.usageEvents(partition) }, {});
    return dropped;
  }

  async lag(partition: string, group: string): Promise<UsageLag> {
    const groups = (await this.#redis.xinfo('GROUPS', keyspace.usageEvents(partition))) as (string | number | null)[][];
    const mine = groups.map(pairs).find((found) => found.get('name') === group);
    return { waiting: Number(mine?.get('lag') ?? 0), pending: Number(mine?.get('pending') ?? 0) };
  }
}
