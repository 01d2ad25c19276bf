import { type RequestId, requestId } from '@palimpsest/domain';
import { keyspace, type RedisKey } from './keyspace.ts';
import { renewLeases } from './leases.ts';
import type { RedisClient } from './redis-client.ts';
import { appendUsage, openRequest, takeExpired } from './scripts.gen.ts';
import { partitionOf, usagePartitions } from './usage-partition.ts';

/** A request that never got its event, with what was written down when it began. */
export type ExpiredRequest = { readonly request: RequestId; readonly record: Uint8Array };

/**
 * The writing side of the usage events. A request is opened before it is served and closed by its event. An event may be appended
 * twice (a command repeated after a lost connection, an `abandoned` one before the real one): every entry carries its request's id,
 * and metering applies one for each request.
 */
export class UsageStream {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Writes down a request; `record` is the event to append if its proxy dies. `nowMs`: Redis's clock, Unix ms. */
  async open({
    request,
    leaseMs,
    record,
  }: {
    request: RequestId;
    leaseMs: number;
    record: Uint8Array;
  }): Promise<{ nowMs: number }> {
    return openRequest(this.#redis, openKeys(partitionOf(request)), { request, leaseMs, record });
  }

  /** Appends a request's event and closes its open record, as one. */
  async append({ request, event }: { request: RequestId; event: Uint8Array }): Promise<void> {
    const partition = partitionOf(request);
    const keys = { events: keyspace.usageEvents(partition), ...openKeys(partition) };
    await appendUsage(this.#redis, keys, { request, event });
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

const openKeys = (partition: string): Record<'open' | 'records', RedisKey> => ({
  open: keyspace.openRequests(partition),
  records: keyspace.openRecords(partition),
});
