import { type RequestId, requestId } from '@palimpsest/domain';
import { keyspace } from './keyspace.ts';
import { renewLeases } from './leases.ts';
import { freshMs, timedOut } from './patience.ts';
import type { RedisClient } from './redis-client.ts';
import { rememberedKeys } from './remembered-keys.ts';
import { type Fate, type Replication, replicationOf, type Trace } from './replication.ts';
import { appendUsage, openRequest, takeExpired } from './scripts.gen.ts';
import { entriesFrom, type UsageEntry } from './usage-entry.ts';
import { partitionOf, usagePartitions } from './usage-partition.ts';
import { UsageStreamFull } from './usage-stream-full.ts';

const entriesAtOnce = 500;

/** A request that never got its event, with what was written down when it began. */
export type ExpiredRequest = { readonly request: RequestId; readonly record: Uint8Array };

/**
 * The writing side of the usage events. A request is opened before it is served and closed by its event. An event may be appended
 * twice (a command repeated after a lost connection, an `abandoned` one before the real one): every entry carries its request's id,
 * and metering applies one for each request.
 */
export class UsageStream {
  readonly #redis: RedisClient;
  readonly #most: number;
  readonly #replication: Replication | undefined;
  /** Of each partition, by how much its server's clock is ahead of `performance.now()`, in ms. */
  readonly #aheadMs = new Map<string, number>();

  /**
   * @param most entries that the stream may have before new requests are refused, over all partitions; those whose request is open
   * count as there. Absent: not bounded, for who only completes what was opened.
   */
  constructor(redis: RedisClient, most?: number) {
    this.#redis = redis;
    this.#replication = replicationOf(redis);
    this.#most = most === undefined ? -1 : Math.ceil(most / usagePartitions.length);
  }

  /**
   * Writes down a request; `record` is the event to append if its proxy dies. `nowMs`: Redis's clock, Unix ms. `full`: the stream has no
   * room for its event, and nothing was written.
   */
  async open({
    request,
    leaseMs,
    record,
  }: {
    request: RequestId;
    leaseMs: number;
    record: Uint8Array;
  }): Promise<{ full: boolean; nowMs: number }> {
    const keys = streamKeys(partitionOf(request));
    const { verdict, nowMs } = await openRequest(this.#redis, keys, { request, leaseMs, record, most: this.#most });
    this.#sawClock(partitionOf(request), nowMs);
    return { full: verdict === 'full', nowMs };
  }

  /**
   * Appends a request's event and closes its open record, as one. Resolves, where a replica would take over, once one has it too. Where this
   * throws, the event is not appended later either, unless the reply was lost on its way: a server that was frozen refuses what it finds too
   * late.
   *
   * @throws UsageStreamFull where there is no room for a request that was not open; what `isStoreUnavailable` knows where Redis is away.
   */
  async append(entry: { request: RequestId; event: Uint8Array }): Promise<void> {
    // A server that gave way to another took it once in vain; the other one takes it.
    if ((await this.#appended(entry)) === 'lost' && (await this.#appended(entry)) === 'lost') throw timedOut();
  }

  async #appended(entry: { request: RequestId; event: Uint8Array }): Promise<Fate> {
    let id = await this.#appendInTime(entry);
    // The server's clock was not as expected: it is known now.
    if (id === 'late') id = await this.#appendInTime(entry);
    // Twice too late is Redis not answering in time, and is told in the same words.
    if (id === 'late') throw timedOut();
    return this.#replication === undefined ? 'alone' : this.#replication.fate(entryTrace(entry.request, id));
  }

  /** The entry's id, or that it came too late. */
  async #appendInTime({ request, event }: { request: RequestId; event: Uint8Array }): Promise<string> {
    const partition = partitionOf(request);
    const aheadMs = this.#aheadMs.get(partition);
    const untilMs = aheadMs === undefined ? -1 : Math.round(performance.now() + aheadMs + freshMs);
    const { verdict, nowMs, id } = await appendUsage(this.#redis, streamKeys(partition), {
      request,
      event,
      most: this.#most,
      untilMs,
    });
    this.#sawClock(partition, nowMs);
    if (verdict === 'full') throw new UsageStreamFull();
    return verdict === 'late' ? 'late' : id;
  }

  #sawClock(partition: string, nowMs: number): void {
    this.#aheadMs.set(partition, nowMs - performance.now());
  }

  /** Whether every partition can take the event of a new request. */
  async hasRoom(): Promise<boolean> {
    if (this.#most < 0) return true;
    const taken = await Promise.all(
      usagePartitions.map(async (partition) => {
        const { events, open } = streamKeys(partition);
        const [entries, opened] = await Promise.all([this.#redis.xlen(events), this.#redis.zcard(open)]);
        return entries + opened;
      }),
    );
    return taken.every((count) => count < this.#most);
  }

  /** The requests of a partition that have no event yet. */
  async opened(partition: string): Promise<RequestId[]> {
    return (await this.#redis.zrange(keyspace.openRequests(partition), 0, '-1')).map(requestId);
  }

  /** Every entry that a partition's stream still has, oldest first, in pieces: also those that were applied and not dropped yet. */
  async *entries(partition: string): AsyncGenerator<UsageEntry[]> {
    for (let from = '-'; ; ) {
      const piece = entriesFrom(
        await this.#redis.xrangeBuffer(keyspace.usageEvents(partition), from, '+', 'COUNT', entriesAtOnce),
      );
      yield piece;
      const last = piece.at(-1);
      if (last === undefined || piece.length < entriesAtOnce) return;
      from = `(${last.id}`;
    }
  }

  /** Keeps the records of requests that are still served from being taken for abandoned. */
  async renewOpen({ requests, leaseMs }: { requests: readonly RequestId[]; leaseMs: number }): Promise<void> {
    await Promise.all(
      usagePartitions.map((partition) => {
        const held = requests.filter((request) => partitionOf(request) === partition);
        return renewLeases(this.#redis, keyspace.openRequests(partition), held, leaseMs);
      }),
    );
  }

  /**
   * At most `limit` requests of a partition whose lease ran out. Each goes to one taker, who appends its event; to another one
   * `againMs` later where that did not happen.
   */
  async takeExpired(partition: string, limit: number, againMs = 30_000): Promise<ExpiredRequest[]> {
    const { requests, found } = await takeExpired(this.#redis, openKeys(partition), { most: limit, leaseMs: againMs });
    return requests.map((request, index) => ({
      request: requestId(request),
      record: found[index] ?? new Uint8Array(),
    }));
  }
}

const openKeys = rememberedKeys((partition: string) => ({
  open: keyspace.openRequests(partition),
  records: keyspace.openRecords(partition),
}));

const streamKeys = rememberedKeys((partition: string) => ({
  events: keyspace.usageEvents(partition),
  ...openKeys(partition),
}));

/** Two servers may give two entries the same id, one after the other. */
const entryTrace = (request: RequestId, id: string): Trace => ({
  key: keyspace.usageEvents(partitionOf(request)),
  command: 'xrange',
  args: [id, id],
  shows: (found) => String(found).includes(request),
});
